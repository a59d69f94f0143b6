-- A series: events of a server that count together. What they give is derived from their results, and stands nowhere.
CREATE TABLE circuits (
    circuit_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    -- The file's own text, as it was when the series was created.
    rules TEXT NOT NULL,
    rules_hash TEXT NOT NULL CHECK (length(rules_hash) = 64),
    created_by TEXT NOT NULL REFERENCES people (person_id),
    created_at INTEGER NOT NULL,
    -- The event that is its final, for how many seats, and who said so.
    final_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    final_seats INTEGER CHECK (final_seats > 0),
    final_by TEXT REFERENCES people (person_id),
    final_at INTEGER,
    closed_at INTEGER,
    closed_by TEXT REFERENCES people (person_id),
    CHECK ((final_id IS NULL) = (final_seats IS NULL)),
    CHECK ((final_id IS NULL) = (final_at IS NULL)),
    CHECK ((closed_at IS NULL) = (closed_by IS NULL))
) STRICT;
CREATE INDEX circuits_by_guild_id ON circuits (guild_id);
CREATE INDEX circuits_by_created_by ON circuits (created_by);
CREATE INDEX circuits_by_final_by ON circuits (final_by) WHERE final_by IS NOT NULL;
CREATE INDEX circuits_by_closed_by ON circuits (closed_by) WHERE closed_by IS NOT NULL;

-- The events that count: each in one series.
CREATE TABLE circuit_events (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    circuit_id TEXT NOT NULL REFERENCES circuits (circuit_id),
    added_by TEXT NOT NULL REFERENCES people (person_id),
    added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX circuit_events_by_circuit_id ON circuit_events (circuit_id);
CREATE INDEX circuit_events_by_added_by ON circuit_events (added_by);

-- Who was asked to play the final, and what became of it; who declines is asked no more.
CREATE TABLE circuit_invitations (
    circuit_id TEXT NOT NULL REFERENCES circuits (circuit_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    answer_until INTEGER,
    answer TEXT CHECK (answer IN ('accepted', 'declined', 'silent')),
    answered_at INTEGER,
    answered_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (circuit_id, person_id),
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX circuit_invitations_by_person_id ON circuit_invitations (person_id);
CREATE INDEX circuit_invitations_open ON circuit_invitations (circuit_id) WHERE answer IS NULL AND answer_until IS NOT NULL;
CREATE INDEX circuit_invitations_by_answered_by ON circuit_invitations (answered_by) WHERE answered_by IS NOT NULL;

-- What an organiser typed into the form of a series and could not be taken: nothing typed is lost.
CREATE TABLE circuit_forms (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    name TEXT NOT NULL,
    places TEXT NOT NULL,
    played TEXT NOT NULL,
    best TEXT NOT NULL,
    finalists TEXT NOT NULL
) STRICT, WITHOUT ROWID;
