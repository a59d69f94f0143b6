-- What the committee's decisions still lacked: rating points taken for an absence, and appeals against them and against rulings.

-- Points that a vote took for walkover games, from the absent player alone (AIJE-D01-5.3, AIJE-B02-2).
CREATE TABLE rating_penalties (
    penalty_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    case_id TEXT NOT NULL REFERENCES absence_cases (case_id),
    vote_id TEXT NOT NULL UNIQUE REFERENCES votes (vote_id),
    games INTEGER NOT NULL CHECK (games > 0),
    points REAL NOT NULL CHECK (points > 0),
    list_id TEXT NOT NULL REFERENCES rating_lists (list_id),
    taken_at INTEGER NOT NULL,
    returned_at INTEGER,
    -- None where a corrected result shows that the person was there, or a vote returned the points.
    returned_by TEXT REFERENCES people (person_id),
    return_reason TEXT,
    CHECK ((returned_at IS NULL) = (return_reason IS NULL)),
    CHECK (returned_by IS NULL OR returned_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX one_rating_penalty_a_case ON rating_penalties (case_id) WHERE returned_at IS NULL;
CREATE INDEX rating_penalties_of_person ON rating_penalties (person_id);

-- One appeal against each verdict, bar, loss of points, or ruling on a match.
CREATE TABLE appeals_of_all_kinds (
    appeal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    file_id TEXT UNIQUE REFERENCES case_files (file_id),
    bar_id TEXT UNIQUE REFERENCES bars (bar_id),
    penalty_id TEXT UNIQUE REFERENCES rating_penalties (penalty_id),
    contest_id TEXT UNIQUE REFERENCES contests (contest_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    granted INTEGER CHECK (granted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    reason TEXT,
    decided_at INTEGER,
    CHECK ((file_id IS NOT NULL) + (bar_id IS NOT NULL) + (penalty_id IS NOT NULL) + (contest_id IS NOT NULL) = 1),
    CHECK ((granted IS NULL) = (decided_at IS NULL)),
    CHECK ((granted IS NULL) = (decided_by IS NULL)),
    CHECK ((granted IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO appeals_of_all_kinds
    SELECT appeal_id, guild_id, file_id, bar_id, NULL, NULL, person_id, statement, links, made_at, granted, decided_by,
        reason, decided_at FROM appeals;
DROP TABLE appeals;
ALTER TABLE appeals_of_all_kinds RENAME TO appeals;

-- Official events that a national arbiter would create: each waits for the President (AIJE-B01-AN).
CREATE TABLE event_proposals (
    proposal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    proposed_at INTEGER NOT NULL,
    approved INTEGER CHECK (approved IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    reason TEXT,
    tournament_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK ((approved IS 1) = (tournament_id IS NOT NULL)),
    CHECK ((approved IS 0) = (reason IS NOT NULL))
) STRICT;
CREATE INDEX event_proposals_of_guild ON event_proposals (guild_id, proposed_at);
