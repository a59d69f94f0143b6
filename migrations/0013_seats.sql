-- Seats of invited players: what was proposed from which standings, who was asked and answered, and the matches for seats.

CREATE TABLE seat_rounds (
    round_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    league_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    open_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    champion_id TEXT REFERENCES people (person_id),
    proposed_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    confirmed_by TEXT REFERENCES people (person_id),
    -- Every seat had its player; said once.
    filled_at INTEGER,
    league_played_at INTEGER,
    candidates_played_at INTEGER,
    closed_at INTEGER,
    closed_by TEXT REFERENCES people (person_id),
    CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_round_proposed ON seat_rounds (guild_id) WHERE confirmed_at IS NULL AND closed_at IS NULL;
CREATE UNIQUE INDEX one_round_stands ON seat_rounds (guild_id) WHERE confirmed_at IS NOT NULL AND closed_at IS NULL;

CREATE TABLE seat_invitations (
    round_id TEXT NOT NULL REFERENCES seat_rounds (round_id),
    asked TEXT NOT NULL CHECK (asked IN ('league', 'candidates', 'match')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    -- Runs from the delivered message on.
    answer_until INTEGER,
    answer TEXT CHECK (answer IN ('accepted', 'declined', 'silent')),
    answered_at INTEGER,
    answered_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (round_id, asked, person_id),
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE seat_matches (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    round_id TEXT NOT NULL REFERENCES seat_rounds (round_id),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 2),
    league_person TEXT NOT NULL REFERENCES people (person_id),
    open_person TEXT NOT NULL REFERENCES people (person_id)
) STRICT;
CREATE INDEX seat_matches_of_round ON seat_matches (round_id, number);

-- The round that a seat came from; none where it was given by hand.
ALTER TABLE seats ADD COLUMN round_id TEXT REFERENCES seat_rounds (round_id);
