-- An outage is of the whole process, or of one server, and says by what no press could be taken.
CREATE TABLE known_outages (
    outage_id INTEGER PRIMARY KEY,
    -- None for an outage of the whole process, which belongs to every server.
    guild_id INTEGER REFERENCES guilds (guild_id),
    down_from INTEGER NOT NULL,
    up_at INTEGER NOT NULL CHECK (up_at > down_from),
    cause TEXT NOT NULL CHECK (cause IN ('process', 'frozen', 'connection', 'database', 'unavailable', 'removed')),
    CHECK ((guild_id IS NOT NULL) = (cause IN ('unavailable', 'removed')))
) STRICT;
-- Until now nothing else was told apart.
INSERT INTO known_outages (down_from, up_at, cause) SELECT down_from, up_at, 'process' FROM outages ORDER BY down_from;
DROP TABLE outages;
ALTER TABLE known_outages RENAME TO outages;
CREATE INDEX outages_by_server ON outages (guild_id, up_at);

-- Servers from which no press can come now: Discord has taken them away, or they have removed the bot.
CREATE TABLE servers_away (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    since INTEGER NOT NULL,
    cause TEXT NOT NULL CHECK (cause IN ('unavailable', 'removed'))
) STRICT;

-- A step that fell due while its server was away; it waits until the server is back.
ALTER TABLE deadlines ADD COLUMN held_for INTEGER REFERENCES guilds (guild_id);
CREATE INDEX deadlines_by_held_for ON deadlines (held_for) WHERE held_for IS NOT NULL;
-- What is held is not due: the next moment is the first row of this index.
DROP INDEX deadlines_by_moment;
CREATE INDEX deadlines_by_moment ON deadlines (due_at, subject, kind) WHERE held_for IS NULL;
