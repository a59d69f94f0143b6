-- The order in which lists were published is a column: of two of one moment the later holds.
CREATE TABLE rating_lists_in_order (
    sequence INTEGER PRIMARY KEY,
    list_id TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    tournament_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    published_at INTEGER NOT NULL
) STRICT;
INSERT INTO rating_lists_in_order (list_id, guild_id, tournament_id, published_at)
SELECT list_id, guild_id, tournament_id, published_at FROM rating_lists ORDER BY rowid;
DROP TABLE rating_lists;
ALTER TABLE rating_lists_in_order RENAME TO rating_lists;
CREATE INDEX rating_lists_of_guild ON rating_lists (guild_id, published_at);
