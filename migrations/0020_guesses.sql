-- Who has the first colour, where that is guessed: the secret is shown once the guess was made (GO-10).

CREATE TABLE guesses (
    contest_id TEXT PRIMARY KEY REFERENCES contests (contest_id),
    hider INTEGER NOT NULL CHECK (hider IN (0, 1)),
    why TEXT NOT NULL CHECK (why IN ('grade', 'lot')),
    secret TEXT NOT NULL CHECK (length(secret) = 64),
    opened_at INTEGER NOT NULL,
    said TEXT CHECK (said IN ('odd', 'even')),
    said_at INTEGER CHECK (said_at IS NULL OR said_at >= opened_at),
    said_by TEXT REFERENCES people (person_id),
    first_side INTEGER CHECK (first_side IN (0, 1)),
    CHECK ((said IS NULL) = (said_at IS NULL)),
    CHECK ((said IS NULL) = (said_by IS NULL)),
    CHECK ((said IS NULL) = (first_side IS NULL))
) STRICT, WITHOUT ROWID;
