-- Case files of misconduct, appeals, and results that were annulled. Statements are only ever added.

-- A community's own terms; without a row the bot's hold.
CREATE TABLE case_terms (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0)
) STRICT;

CREATE TABLE case_files (
    file_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    number INTEGER NOT NULL CHECK (number > 0),
    accused_id TEXT NOT NULL REFERENCES people (person_id),
    -- None where staff acted by itself.
    reporter_id TEXT REFERENCES people (person_id),
    ground TEXT NOT NULL CHECK (ground IN ('outside_help', 'program_help', 'fixed_game', 'conduct', 'neglect',
        'withdrawal', 'disturbance')),
    account TEXT NOT NULL,
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    contest_id TEXT REFERENCES contests (contest_id),
    opened_at INTEGER NOT NULL,
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0),
    noticed_at INTEGER,
    thread_id INTEGER,
    reporter_named_at INTEGER,
    reminded_at INTEGER,
    over_told_at INTEGER,
    CHECK (contest_id IS NULL OR tournament_id IS NOT NULL),
    UNIQUE (guild_id, number)
) STRICT;
CREATE INDEX case_files_of_accused ON case_files (accused_id);

CREATE TABLE file_statements (
    sequence INTEGER PRIMARY KEY,
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    voiced TEXT NOT NULL CHECK (voiced IN ('report', 'reply', 'evidence')),
    person_id TEXT REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX statements_of_file ON file_statements (file_id, sequence);
CREATE TRIGGER statements_stay_as_made BEFORE UPDATE OF file_id, voiced, person_id, statement, links, made_at
    ON file_statements BEGIN SELECT RAISE(ABORT, 'statements are append-only'); END;
CREATE TRIGGER statements_are_kept BEFORE DELETE ON file_statements
    BEGIN SELECT RAISE(ABORT, 'statements are append-only'); END;

CREATE TABLE file_pauses (
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    paused_at INTEGER NOT NULL,
    paused_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    resumed_at INTEGER CHECK (resumed_at IS NULL OR resumed_at >= paused_at),
    resumed_by TEXT REFERENCES people (person_id),
    resume_reason TEXT,
    PRIMARY KEY (file_id, paused_at),
    CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
    CHECK ((resumed_at IS NULL) = (resume_reason IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_pause_at_a_time ON file_pauses (file_id) WHERE resumed_at IS NULL;

CREATE TABLE file_verdicts (
    file_id TEXT PRIMARY KEY REFERENCES case_files (file_id),
    penalty TEXT NOT NULL CHECK (penalty IN ('dismissed', 'warned', 'game_lost', 'both_lost', 'disqualified',
        'suspended', 'barred', 'expelled')),
    decided_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    decided_at INTEGER NOT NULL,
    until INTEGER,
    bar_id TEXT REFERENCES bars (bar_id),
    told_at INTEGER,
    CHECK ((penalty = 'suspended') = (until IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- A settled result that does not count any more for one side or both; the result itself stays on record (GO-23.1).
CREATE TABLE annulments (
    annulment_id TEXT PRIMARY KEY,
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    annulled_at INTEGER NOT NULL,
    annulled_by TEXT NOT NULL REFERENCES people (person_id),
    undone_at INTEGER,
    undone_by TEXT REFERENCES people (person_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX annulled_once ON annulments (file_id, contest_id, entrant_id) WHERE undone_at IS NULL;
CREATE INDEX annulments_of_contest ON annulments (contest_id);

-- One appeal against each verdict or bar.
CREATE TABLE appeals (
    appeal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    file_id TEXT UNIQUE REFERENCES case_files (file_id),
    bar_id TEXT UNIQUE REFERENCES bars (bar_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    granted INTEGER CHECK (granted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    reason TEXT,
    decided_at INTEGER,
    CHECK ((file_id IS NULL) <> (bar_id IS NULL)),
    CHECK ((granted IS NULL) = (decided_at IS NULL)),
    CHECK ((granted IS NULL) = (decided_by IS NULL)),
    CHECK ((granted IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;
