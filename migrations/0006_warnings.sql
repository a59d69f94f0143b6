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

-- The chief arbiter of an event and the deputies, who decide what arbiters pass up.
CREATE TABLE event_officers (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    role TEXT NOT NULL CHECK (role IN ('chief', 'deputy')),
    named_at INTEGER NOT NULL,
    named_by TEXT NOT NULL REFERENCES people (person_id),
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= named_at),
    PRIMARY KEY (tournament_id, person_id, named_at)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_role_in_an_event ON event_officers (tournament_id, person_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX one_chief_of_an_event ON event_officers (tournament_id) WHERE role = 'chief' AND ended_at IS NULL;

-- Arbiters whom the chief has relieved of their duty in an event.
CREATE TABLE reliefs (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    relieved_at INTEGER NOT NULL,
    relieved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE closing_reports (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    report TEXT NOT NULL CHECK (report <> ''),
    filed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Ceremonies that an event has stated, who was there, and reprimands of who was not.
CREATE TABLE ceremonies (
    ceremony_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    name TEXT NOT NULL CHECK (name <> ''),
    held_at INTEGER NOT NULL,
    stated_at INTEGER NOT NULL CHECK (stated_at < held_at),
    stated_by TEXT NOT NULL REFERENCES people (person_id),
    cancelled_at INTEGER,
    reminded_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX ceremonies_of_tournament ON ceremonies (tournament_id);

CREATE TABLE ceremony_attendance (
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (ceremony_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    -- Excused: absent with good reason.
    attendance TEXT NOT NULL CHECK (attendance IN ('present', 'excused')),
    noted_at INTEGER NOT NULL,
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (ceremony_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE reprimands (
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (ceremony_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (ceremony_id, person_id)
) STRICT, WITHOUT ROWID;

-- Results that both players and the arbiter have confirmed; a later correction of the match has another moment.
CREATE TABLE confirmed_results (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    settled_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL CHECK (confirmed_at >= settled_at),
    confirmed_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, settled_at)
) STRICT, WITHOUT ROWID;
