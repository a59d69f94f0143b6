-- Offices in other hands for a time, suggestions to the leader, and people whose data was let go.

CREATE TABLE stand_ins (
    stand_in_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    office TEXT NOT NULL CHECK (office IN ('president', 'leader')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until > since),
    named_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX one_stand_in_per_office ON stand_ins (guild_id, office) WHERE ended_at IS NULL;

-- Projects and suggestions, which the leader approves or declines (AIJE-A01-3).
CREATE TABLE suggestions (
    suggestion_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    number INTEGER NOT NULL CHECK (number > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    suggestion TEXT NOT NULL CHECK (length(suggestion) BETWEEN 1 AND 1500),
    made_at INTEGER NOT NULL,
    approved INTEGER CHECK (approved IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    reason TEXT,
    UNIQUE (guild_id, number),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK (approved IS NOT 0 OR reason IS NOT NULL)
) STRICT;

-- Whose data was let go at their own wish. The account's number is kept only while a bar or an open case needs it.
CREATE TABLE erasures (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    discord_id INTEGER,
    erased_at INTEGER NOT NULL
) STRICT;
CREATE INDEX erasures_of_member ON erasures (guild_id, discord_id);

-- Lines of the log stay; of a line only the words and the account name of somebody who asked for it may go.
CREATE INDEX log_of_guild ON log (guild_id, sequence);
DROP TRIGGER log_is_never_changed;
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
WHEN NOT (
    NEW.why IS NULL AND NEW.sequence = OLD.sequence AND NEW.at = OLD.at AND NEW.guild_id = OLD.guild_id
    AND NEW.actor_id IS OLD.actor_id AND NEW.act = OLD.act AND NEW.tournament_id IS OLD.tournament_id
    AND NEW.details = OLD.details
    AND (NEW.subject = OLD.subject OR (OLD.act = 'name_account' AND NEW.subject = 'account'))
)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

-- Discord roles that show who holds what; they follow the registry and grant nothing.
CREATE TABLE mirror_roles (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    stands_for TEXT NOT NULL CHECK (stands_for IN ('president', 'leader', 'ANP', 'AN', 'AJ', 'AI')),
    role_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, stands_for),
    UNIQUE (guild_id, role_id)
) STRICT, WITHOUT ROWID;
