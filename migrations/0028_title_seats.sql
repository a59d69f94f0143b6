-- Seats in the match for the title (AIJE-D02-2, AIJE-D03-1): a round of invitations follows from a League and an Open, or
-- from the Candidates; and somebody who is barred is passed over, which may be undone.

CREATE TABLE seat_rounds_kept (
    round_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    round_of TEXT NOT NULL CHECK (round_of IN ('league', 'title')),
    league_id TEXT REFERENCES tournaments (tournament_id),
    open_id TEXT REFERENCES tournaments (tournament_id),
    candidates_id TEXT REFERENCES tournaments (tournament_id),
    champion_id TEXT REFERENCES people (person_id),
    proposed_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    confirmed_by TEXT REFERENCES people (person_id),
    -- Every seat had its player; said once.
    filled_at INTEGER,
    league_played_at INTEGER,
    candidates_played_at INTEGER,
    world_played_at INTEGER,
    closed_at INTEGER,
    closed_by TEXT REFERENCES people (person_id),
    CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
    CHECK ((round_of = 'league') = (league_id IS NOT NULL AND open_id IS NOT NULL)),
    CHECK ((round_of = 'title') = (candidates_id IS NOT NULL))
) STRICT;
INSERT INTO seat_rounds_kept (round_id, guild_id, round_of, league_id, open_id, champion_id, proposed_at, confirmed_at,
    confirmed_by, filled_at, league_played_at, candidates_played_at, closed_at, closed_by)
SELECT round_id, guild_id, 'league', league_id, open_id, champion_id, proposed_at, confirmed_at, confirmed_by, filled_at,
    league_played_at, candidates_played_at, closed_at, closed_by
FROM seat_rounds;
DROP TABLE seat_rounds;
ALTER TABLE seat_rounds_kept RENAME TO seat_rounds;
CREATE UNIQUE INDEX one_round_proposed ON seat_rounds (guild_id, round_of)
    WHERE confirmed_at IS NULL AND closed_at IS NULL;
CREATE UNIQUE INDEX one_round_stands ON seat_rounds (guild_id, round_of)
    WHERE confirmed_at IS NOT NULL AND closed_at IS NULL;

CREATE TABLE seat_invitations_kept (
    round_id TEXT NOT NULL REFERENCES seat_rounds (round_id),
    asked TEXT NOT NULL CHECK (asked IN ('league', 'candidates', 'match', 'world')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    -- Runs from the delivered message on.
    answer_until INTEGER,
    answer TEXT CHECK (answer IN ('accepted', 'declined', 'silent', 'shut_out')),
    answered_at INTEGER,
    answered_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (round_id, asked, person_id),
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO seat_invitations_kept SELECT * FROM seat_invitations;
DROP TABLE seat_invitations;
ALTER TABLE seat_invitations_kept RENAME TO seat_invitations;

-- Why a seat was given by hand, which everybody reads.
ALTER TABLE seats ADD COLUMN reason TEXT;

CREATE INDEX seat_rounds_by_league_id ON seat_rounds (league_id);
CREATE INDEX seat_rounds_by_open_id ON seat_rounds (open_id);
CREATE INDEX seat_rounds_by_candidates_id ON seat_rounds (candidates_id);
CREATE INDEX seat_rounds_by_champion_id ON seat_rounds (champion_id);
CREATE INDEX seat_rounds_by_confirmed_by ON seat_rounds (confirmed_by);
CREATE INDEX seat_rounds_by_closed_by ON seat_rounds (closed_by);
CREATE INDEX seat_invitations_by_person_id ON seat_invitations (person_id);
CREATE INDEX seat_invitations_by_answered_by ON seat_invitations (answered_by);
