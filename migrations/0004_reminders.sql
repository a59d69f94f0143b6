-- Who asked to be written to before an event: one wish an entry, of the person who answers for it.
CREATE TABLE reminders (
    entrant_id TEXT PRIMARY KEY REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_by_person_id ON reminders (person_id);
