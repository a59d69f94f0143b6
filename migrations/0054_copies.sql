-- A bot that was put back from a copy has lost what was done last: an outage with a cause of its own.
CREATE TABLE told_outages (
    outage_id INTEGER PRIMARY KEY,
    -- None for an outage of the whole process, which belongs to every server, or of one connection.
    guild_id INTEGER REFERENCES guilds (guild_id),
    down_from INTEGER NOT NULL,
    up_at INTEGER NOT NULL CHECK (up_at > down_from),
    cause TEXT NOT NULL CHECK (
        cause IN ('process', 'frozen', 'connection', 'database', 'restored', 'unavailable', 'removed')
    ),
    shard INTEGER CHECK (shard IS NULL OR guild_id IS NULL),
    shards INTEGER CHECK ((shards IS NULL) = (shard IS NULL) AND shard < shards),
    is_moved INTEGER NOT NULL DEFAULT 1 CHECK (is_moved IN (0, 1)),
    CHECK ((guild_id IS NOT NULL) = (cause IN ('unavailable', 'removed')))
) STRICT;
INSERT INTO told_outages (outage_id, guild_id, down_from, up_at, cause, shard, shards, is_moved)
    SELECT outage_id, guild_id, down_from, up_at, cause, shard, shards, is_moved FROM outages ORDER BY outage_id;
DROP TABLE outages;
ALTER TABLE told_outages RENAME TO outages;
CREATE INDEX outages_by_server ON outages (guild_id, up_at);
CREATE INDEX outages_to_move ON outages (down_from, outage_id) WHERE NOT is_moved;

-- The process that began last on this database: a running one that finds another here ends.
ALTER TABLE machine ADD COLUMN boot TEXT;
ALTER TABLE machine ADD COLUMN begun_at INTEGER CHECK ((begun_at IS NULL) = (boot IS NULL));
