-- The statement that asks for outages to move says `is_moved = 0`, which PostgreSQL takes as well.
DROP INDEX outages_to_move;
CREATE INDEX outages_to_move ON outages (down_from, outage_id) WHERE is_moved = 0;
