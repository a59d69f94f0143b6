-- Order at the board: warnings, the chief arbiter of an event, and ceremonies.

-- An offence and what it cost. What was taken back stays on record.
CREATE TABLE warnings (
    warning_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    game INTEGER NOT NULL CHECK (game > 0),
    offence TEXT NOT NULL CHECK (offence <> ''),
    price TEXT NOT NULL CHECK (price IN ('warning', 'lost_turn', 'lost_turn_and_warning', 'lost_game')),
    lost_game INTEGER NOT NULL CHECK (lost_game IN (0, 1)),
    note TEXT,
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= given_at),
    taken_back_by TEXT REFERENCES people (person_id),
    why TEXT,
    CHECK (price <> 'lost_game' OR lost_game = 1),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL)),
    CHECK ((taken_back_at IS NULL) = (why IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX warnings_of_contest ON warnings (contest_id);
CREATE INDEX warnings_of_person ON warnings (person_id);
