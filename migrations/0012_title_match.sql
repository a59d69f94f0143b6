-- A match for a title, game by game (AIJE-D03).

-- Who holds the title that an event is for, and the colours that the champion chose before the start.
CREATE TABLE title_holders (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    named_at INTEGER NOT NULL,
    -- NULL where the registry itself knows the champion.
    named_by TEXT REFERENCES people (person_id),
    first_colour TEXT CHECK (first_colour IN ('first', 'second')),
    first_chosen_at INTEGER,
    last_colour TEXT CHECK (last_colour IN ('first', 'second')),
    last_chosen_at INTEGER,
    CHECK ((first_colour IS NULL) = (first_chosen_at IS NULL)),
    CHECK ((last_colour IS NULL) = (last_chosen_at IS NULL))
) STRICT, WITHOUT ROWID;

-- What was said of each game, in order; a later word on the same game decides it anew. What was taken back stays.
CREATE TABLE series_games (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    game INTEGER NOT NULL CHECK (game > 0),
    winner INTEGER CHECK (winner IN (0, 1)),
    decision TEXT NOT NULL CHECK (decision IN ('played', 'awarded', 'annulled')),
    reason TEXT,
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= recorded_at),
    taken_back_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry),
    CHECK (decision <> 'awarded' OR winner IS NOT NULL),
    CHECK (decision <> 'annulled' OR winner IS NULL),
    CHECK (decision = 'played' OR reason IS NOT NULL),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL))
) STRICT, WITHOUT ROWID;

-- What a player says of the game under way, until the other side says the same or the game is recorded.
CREATE TABLE game_claims (
    contest_id TEXT PRIMARY KEY REFERENCES contests (contest_id),
    game INTEGER NOT NULL CHECK (game > 0),
    winner INTEGER CHECK (winner IN (0, 1)),
    claimed_at INTEGER NOT NULL,
    claimed_by TEXT NOT NULL REFERENCES people (person_id)
) STRICT, WITHOUT ROWID;

-- Pauses that sides took, technical trouble, and when somebody ended what stopped the match.
CREATE TABLE match_stops (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    act TEXT NOT NULL CHECK (act IN ('pause', 'trouble', 'go_on')),
    side INTEGER CHECK (side IN (0, 1)),
    pauses INTEGER NOT NULL DEFAULT 0 CHECK (pauses >= 0),
    acted_at INTEGER NOT NULL,
    acted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry),
    CHECK ((act = 'pause') = (side IS NOT NULL)),
    CHECK ((act = 'pause') = (pauses > 0))
) STRICT, WITHOUT ROWID;
