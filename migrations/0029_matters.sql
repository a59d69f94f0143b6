-- What needs a decision of who runs an event: since when, how often it was asked, and what came of it.
CREATE TABLE matters (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    -- NULL for what concerns the server alone.
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    until INTEGER,
    called_at INTEGER NOT NULL,
    times INTEGER NOT NULL CHECK (times > 0),
    said_at INTEGER,
    role_at INTEGER,
    heeded_at INTEGER,
    settled_at INTEGER,
    -- The calls that told it, with spaces between them.
    calls TEXT NOT NULL,
    PRIMARY KEY (subject, kind)
) STRICT;
CREATE INDEX matters_by_tournament_id ON matters (tournament_id);
CREATE INDEX matters_by_guild_id ON matters (guild_id, tournament_id);

-- Whether Discord pings the organisers' role where they are called, as it was found at the last call.
CREATE TABLE role_reaches (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    role_id INTEGER,
    reached INTEGER NOT NULL CHECK (reached IN (0, 1)),
    looked_at INTEGER NOT NULL
) STRICT;

-- Who was to be called and was not in the server any more.
CREATE TABLE gone_staff (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    found_at INTEGER NOT NULL
) STRICT;

-- That somebody with the organisers' role has pressed: the bot has no list of who holds a role.
CREATE TABLE role_holders (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    role_id INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;
