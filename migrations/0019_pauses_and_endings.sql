-- Pauses of a casual game of Jeek (AIJE-D03-4): each press, in order; what stands on the clocks follows from them.
CREATE TABLE jeek_pauses (
    game_id TEXT NOT NULL REFERENCES jeek_games (game_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    act TEXT NOT NULL CHECK (act IN ('pause', 'ready')),
    colour TEXT NOT NULL CHECK (colour IN ('white', 'black')),
    pauses INTEGER NOT NULL DEFAULT 0 CHECK (pauses >= 0),
    pressed_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, entry),
    CHECK ((act = 'pause') = (pauses > 0))
) STRICT, WITHOUT ROWID;

-- How a game of a match that is told one by one came to its end, as far as anybody said.
ALTER TABLE series_games ADD COLUMN how TEXT CHECK (how IN ('board', 'resigned', 'time', 'rule', 'agreed'));
