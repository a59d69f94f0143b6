-- Votes of the association: kinds of procedure, votes with their frozen electorate, ballots, and what they led to.

-- Kinds of procedure that a server wrote for itself; those of the association come with the bot.
CREATE TABLE procedures (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE votes (
    vote_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    kind TEXT NOT NULL,
    -- The kind as it was when the vote opened; later changes of the file touch no open vote.
    rules TEXT NOT NULL,
    question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 1000),
    subject_id TEXT REFERENCES people (person_id),
    reference TEXT,
    opened_at INTEGER NOT NULL,
    opened_by TEXT REFERENCES people (person_id),
    closes_at INTEGER NOT NULL CHECK (closes_at >= opened_at),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    ballot INTEGER NOT NULL DEFAULT 1 CHECK (ballot IN (1, 2)),
    first_ballot TEXT UNIQUE REFERENCES votes (vote_id),
    effect_lasts INTEGER,
    extensions INTEGER NOT NULL DEFAULT 0,
    reminded_at INTEGER,
    closed_at INTEGER,
    outcome TEXT CHECK (outcome IN ('passed', 'rejected', 'no_quorum', 'run_off', 'cancelled')),
    elected TEXT REFERENCES people (person_id),
    lot TEXT NOT NULL DEFAULT '',
    cancelled_by TEXT REFERENCES people (person_id),
    cancel_reason TEXT,
    CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CHECK ((ballot = 2) = (first_ballot IS NOT NULL)),
    CHECK (elected IS NULL OR outcome = 'passed'),
    CHECK (cancel_reason IS NULL OR outcome = 'cancelled')
) STRICT;
CREATE INDEX votes_of_guild ON votes (guild_id, opened_at);
CREATE INDEX votes_of_subject ON votes (subject_id);

CREATE TABLE vote_candidates (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    position INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (vote_id, position),
    UNIQUE (vote_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vote_electors (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    position INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    why TEXT NOT NULL,
    struck_at INTEGER,
    PRIMARY KEY (vote_id, position),
    UNIQUE (vote_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_of_elector ON vote_electors (person_id);

CREATE TABLE vote_recusals (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    why TEXT NOT NULL,
    recused_at INTEGER NOT NULL,
    PRIMARY KEY (vote_id, person_id)
) STRICT, WITHOUT ROWID;

-- What was typed of a vote whose representatives are still to be chosen; the menu carries the id, and survives a restart.
CREATE TABLE vote_drafts (
    draft_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    kind TEXT NOT NULL,
    question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 1000),
    subject_id TEXT REFERENCES people (person_id),
    drafted_at INTEGER NOT NULL
) STRICT;

-- One present ballot a person; a change of mind replaces it and leaves no trace.
CREATE TABLE ballots (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    choice TEXT NOT NULL,
    cast_at INTEGER NOT NULL,
    PRIMARY KEY (vote_id, person_id)
) STRICT, WITHOUT ROWID;

-- Why somebody missed a vote, given within 72 hours of its close (AIJE-A02-6).
CREATE TABLE vote_excuses (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    accepted INTEGER CHECK (accepted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    PRIMARY KEY (vote_id, person_id),
    CHECK ((accepted IS NULL) = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;

-- Who never sits on the committee again (AIJE-A02-5).
CREATE TABLE committee_exclusions (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    since INTEGER NOT NULL,
    vote_id TEXT NOT NULL REFERENCES votes (vote_id)
) STRICT;

CREATE TRIGGER excluded_hold_no_title BEFORE INSERT ON arbiter_titles
    WHEN EXISTS (SELECT 1 FROM committee_exclusions e WHERE e.person_id = NEW.person_id)
    BEGIN SELECT RAISE(ABORT, 'whoever was expelled from the committee takes no arbiter title'); END;

-- Expelled players (AIJE-A02-2). The Discord account is kept so that a new name is no way back in.
CREATE TABLE expulsions (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    discord_id INTEGER,
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    bar_id TEXT NOT NULL REFERENCES bars (bar_id),
    expelled_at INTEGER NOT NULL,
    readmission_from INTEGER NOT NULL CHECK (readmission_from > expelled_at),
    readmitted_at INTEGER,
    readmitted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (person_id, expelled_at),
    CHECK ((readmitted_at IS NULL) = (readmitted_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX expulsions_of_member ON expulsions (guild_id, discord_id);

-- What stands in place of an expelled person's name, in the server's language.
CREATE TABLE tombstones (
    language TEXT PRIMARY KEY CHECK (language IN ('en-US', 'pt-BR', 'es-ES', 'it')),
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tombstones (language, name) VALUES
    ('en-US', 'former member'), ('pt-BR', 'ex-membro'), ('es-ES', 'exmiembro'), ('it', 'ex membro');
