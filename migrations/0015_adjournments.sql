-- Games that are adjourned and go on later, and the time that each side has used (GO-12, GO-14).

CREATE TABLE adjournments (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    number INTEGER NOT NULL CHECK (number > 0),
    adjourned_at INTEGER NOT NULL,
    -- Nobody where the rulebook's stated time had come.
    adjourned_by TEXT REFERENCES people (person_id),
    goes_on_at INTEGER NOT NULL,
    resumed_at INTEGER CHECK (resumed_at IS NULL OR resumed_at >= adjourned_at),
    -- Nobody where the stated moment had come.
    resumed_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, number),
    CHECK (goes_on_at > adjourned_at),
    CHECK (resumed_by IS NULL OR resumed_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_adjournment_at_a_time ON adjournments (contest_id) WHERE resumed_at IS NULL;

-- What each side had used, board by board: [[board, first side, second side], …] in milliseconds. The last one counts.
CREATE TABLE time_notes (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    kind TEXT NOT NULL CHECK (kind IN ('read', 'split', 'ruled')),
    used TEXT NOT NULL CHECK (json_valid(used)),
    reason TEXT CHECK (reason <> ''),
    noted_at INTEGER NOT NULL,
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry)
) STRICT, WITHOUT ROWID;

CREATE TABLE time_note_confirmations (
    contest_id TEXT NOT NULL,
    entry INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    confirmed_at INTEGER NOT NULL,
    confirmed_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry, side),
    FOREIGN KEY (contest_id, entry) REFERENCES time_notes (contest_id, entry)
) STRICT, WITHOUT ROWID;
