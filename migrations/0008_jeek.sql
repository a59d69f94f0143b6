-- Casual games of Jeek on buttons: challenges, moves with the moments at which they were pressed, endings.

CREATE TABLE jeek_games (
    game_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    challenger_id TEXT NOT NULL REFERENCES people (person_id),
    challenged_id TEXT NOT NULL REFERENCES people (person_id),
    base_ms INTEGER NOT NULL CHECK (base_ms > 0),
    increment_ms INTEGER NOT NULL CHECK (increment_ms >= 0),
    wished TEXT CHECK (wished IN ('white', 'black')),
    challenged_at INTEGER NOT NULL,
    challenger_colour TEXT CHECK (challenger_colour IN ('white', 'black')),
    started_at INTEGER CHECK (started_at >= challenged_at),
    -- What the side to move has marked: bit 0 is A1, bit 15 is D4.
    chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen BETWEEN 0 AND 65535),
    ended_at INTEGER,
    ending TEXT CHECK (ending IN ('last_piece', 'resigned', 'time', 'declined', 'withdrawn')),
    loser TEXT CHECK (loser IN ('white', 'black')),
    CHECK (challenger_id <> challenged_id),
    CHECK ((challenger_colour IS NULL) = (started_at IS NULL)),
    CHECK ((ended_at IS NULL) = (ending IS NULL)),
    CHECK ((loser IS NOT NULL) = (ending IS NOT NULL AND ending IN ('last_piece', 'resigned', 'time'))),
    CHECK (loser IS NULL OR started_at IS NOT NULL)
) STRICT;
-- What a person still has to do with: one game in play, one challenge of their own that waits.
CREATE INDEX jeek_games_open_of_challenger ON jeek_games (challenger_id) WHERE ended_at IS NULL;
CREATE INDEX jeek_games_open_of_challenged ON jeek_games (challenged_id) WHERE ended_at IS NULL;

CREATE TABLE jeek_moves (
    game_id TEXT NOT NULL REFERENCES jeek_games (game_id),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 16),
    move INTEGER NOT NULL CHECK (move BETWEEN 1 AND 65535),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
