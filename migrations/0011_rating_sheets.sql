-- A file of right ratings that somebody has sent in and not confirmed: one press then does what was shown.
CREATE TABLE rating_sheets (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    content TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason <> ''),
    sent_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
