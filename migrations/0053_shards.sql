-- Discord shares the servers out among connections ("shards"), each with its own life: servers whose number, without its
-- last 22 bits, leaves `shard` when it is divided by `shards`. An outage may be of one connection alone.
ALTER TABLE outages ADD COLUMN shard INTEGER CHECK (shard IS NULL OR guild_id IS NULL);
ALTER TABLE outages ADD COLUMN shards INTEGER CHECK ((shards IS NULL) = (shard IS NULL) AND shard < shards);

-- Whether all that was due is moved by it: of thousands of servers it is done in slices, which a crash may cut off.
ALTER TABLE outages ADD COLUMN is_moved INTEGER NOT NULL DEFAULT 1 CHECK (is_moved IN (0, 1));
CREATE INDEX outages_to_move ON outages (down_from, outage_id) WHERE NOT is_moved;

-- When presses could last come in, connection by connection.
CREATE TABLE shard_signs (
    shards INTEGER NOT NULL CHECK (shards > 0),
    shard INTEGER NOT NULL CHECK (shard >= 0 AND shard < shards),
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (shards, shard)
) STRICT;
INSERT INTO shard_signs (shards, shard, seen_at) SELECT 1, 0, seen_at FROM vital_signs;

-- What is known of the process and its machine.
CREATE TABLE machine (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    -- How far its clock was ahead of Discord's time when last looked at, in milliseconds; nothing while it is right.
    clock_off INTEGER
) STRICT;
INSERT INTO machine (only, clock_off) SELECT 1, clock_off FROM vital_signs;
DROP TABLE vital_signs;
