-- What waits for a second signature, or in public for objections (AIJE-A02-1).
CREATE TABLE signatures (
    signature_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    kind TEXT NOT NULL,
    -- What is to be done, as JSON.
    wish TEXT NOT NULL,
    asked_by TEXT NOT NULL REFERENCES people (person_id),
    asked_as_organiser INTEGER NOT NULL CHECK (asked_as_organiser IN (0, 1)),
    asked_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    in_public INTEGER NOT NULL CHECK (in_public IN (0, 1)),
    outcome TEXT CHECK (outcome IN ('signed', 'declined', 'withdrawn', 'objected', 'unopposed', 'lapsed', 'void')),
    ended_by TEXT REFERENCES people (person_id),
    ended_at INTEGER,
    reason TEXT,
    CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    CHECK (until > asked_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX signatures_open_of_guild ON signatures (guild_id, asked_at, signature_id) WHERE outcome IS NULL;
CREATE INDEX signatures_by_guild_id ON signatures (guild_id);
CREATE INDEX signatures_by_asked_by ON signatures (asked_by);
CREATE INDEX signatures_by_ended_by ON signatures (ended_by) WHERE ended_by IS NOT NULL;
-- Whom the act is about: they do not sign it.
CREATE TABLE signature_people (
    signature_id TEXT NOT NULL REFERENCES signatures (signature_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (signature_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX signature_people_by_person_id ON signature_people (person_id);
