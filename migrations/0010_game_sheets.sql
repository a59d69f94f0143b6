-- A community's own game sheets; one with the id of a game that comes with the bot stands in its place (OLY-7).
CREATE TABLE game_sheets (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    game_id TEXT NOT NULL CHECK (length(game_id) BETWEEN 1 AND 40),
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 10),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    sheet TEXT NOT NULL CHECK (length(sheet) BETWEEN 1 AND 4000),
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, game_id, language)
) STRICT, WITHOUT ROWID;
