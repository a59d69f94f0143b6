-- Every format beside the knock-out: contests of more stages and lengths, results with draws and boards, teams, a lobby.

CREATE TABLE contests_new (
    contest_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    draw_number INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('preliminary', 'main', 'semifinal', 'final', 'third_place', 'group', 'lower',
        'placement', 'play_off')),
    group_number INTEGER NOT NULL DEFAULT 0 CHECK (group_number >= 0),
    round INTEGER NOT NULL CHECK (round >= 0),
    position INTEGER NOT NULL CHECK (position >= 0),
    best_of INTEGER NOT NULL CHECK (best_of > 0),
    play_all INTEGER NOT NULL DEFAULT 0 CHECK (play_all IN (0, 1)),
    drawable INTEGER NOT NULL DEFAULT 0 CHECK (drawable IN (0, 1)),
    bye_reason TEXT CHECK (bye_reason IN ('rating', 'lot', 'vacant', 'seed', 'pairing', 'rest')),
    created_at INTEGER NOT NULL,
    arbiter_id TEXT REFERENCES people (person_id),
    assigned_at INTEGER,
    called_at INTEGER,
    suspended_at INTEGER,
    running_score TEXT NOT NULL DEFAULT '0-0',
    voided_at INTEGER,
    void_reason TEXT,
    CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
    CHECK (called_at IS NULL OR assigned_at IS NOT NULL)
) STRICT;
INSERT INTO contests_new (contest_id, tournament_id, draw_number, stage, round, position, best_of, bye_reason,
    created_at, arbiter_id, assigned_at, called_at, suspended_at, running_score, voided_at, void_reason)
SELECT contest_id, tournament_id, draw_number, stage, round, position, best_of, bye_reason, created_at, arbiter_id,
    assigned_at, called_at, suspended_at, running_score, voided_at, void_reason FROM contests ORDER BY rowid;
DROP TABLE contests;
ALTER TABLE contests_new RENAME TO contests;
-- The stages of one bracket share its places. A Swiss that leads to a bracket has both a first round and a first round.
CREATE UNIQUE INDEX one_contest_a_place ON contests (tournament_id,
    CASE stage WHEN 'preliminary' THEN 'bracket' WHEN 'semifinal' THEN 'bracket' WHEN 'final' THEN 'bracket'
    WHEN 'main' THEN 'bracket' ELSE stage END, group_number, round, position) WHERE voided_at IS NULL;
CREATE INDEX contests_of_arbiter ON contests (arbiter_id) WHERE voided_at IS NULL;
CREATE INDEX contests_of_tournament ON contests (tournament_id, round) WHERE voided_at IS NULL;

CREATE TABLE results_new (
    result_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    score TEXT NOT NULL,
    walkover_games TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('played', 'walkover', 'double_walkover', 'withdrawal', 'no_result',
        'both_lost')),
    draws INTEGER NOT NULL DEFAULT 0 CHECK (draws >= 0),
    -- What the format tells beyond the score, as JSON: moves of a draw, influence, boards; '{}' where there is nothing.
    particulars TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(particulars)),
    reported_at INTEGER,
    paired_as_winner INTEGER CHECK (paired_as_winner IN (0, 1)),
    settled_at INTEGER NOT NULL,
    settled_by TEXT REFERENCES people (person_id),
    reason TEXT,
    superseded_at INTEGER
) STRICT;
INSERT INTO results_new (result_id, contest_id, score, walkover_games, kind, settled_at, settled_by, reason,
    superseded_at)
SELECT result_id, contest_id, score, walkover_games, kind, settled_at, settled_by, reason, superseded_at
FROM results ORDER BY rowid;
DROP TABLE results;
ALTER TABLE results_new RENAME TO results;
CREATE UNIQUE INDEX one_result_stands ON results (contest_id) WHERE superseded_at IS NULL;

ALTER TABLE reports ADD COLUMN particulars TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(particulars));

-- A later draw of the same event decides a round, a table or a lot; only a redraw of the field replaces what was drawn.
CREATE TABLE draws_new (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    purpose TEXT NOT NULL DEFAULT 'field' CHECK (purpose IN ('field', 'round', 'lot')),
    link TEXT NOT NULL,
    entrants_list TEXT NOT NULL,
    list_hash TEXT NOT NULL,
    salt TEXT NOT NULL,
    seed TEXT NOT NULL,
    drawn_at INTEGER NOT NULL,
    drawn_by TEXT REFERENCES people (person_id),
    reason TEXT,
    PRIMARY KEY (tournament_id, number),
    CHECK (number = 1 OR purpose <> 'field' OR (drawn_by IS NOT NULL AND reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO draws_new (tournament_id, number, link, entrants_list, list_hash, salt, seed, drawn_at, drawn_by, reason)
SELECT tournament_id, number, link, entrants_list, list_hash, salt, seed, drawn_at, drawn_by, reason FROM draws;
DROP TABLE draws;
ALTER TABLE draws_new RENAME TO draws;

-- A round that an entrant announced to miss, and the first round of who came later.
CREATE TABLE round_absences (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    round INTEGER NOT NULL CHECK (round > 0),
    announced_at INTEGER NOT NULL,
    announced_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (entrant_id, round)
) STRICT, WITHOUT ROWID;
ALTER TABLE entrants ADD COLUMN enters_in INTEGER NOT NULL DEFAULT 1 CHECK (enters_in > 0);
ALTER TABLE entrants ADD COLUMN club TEXT CHECK (length(club) BETWEEN 1 AND 80);
ALTER TABLE entrants ADD COLUMN team_name TEXT CHECK (length(team_name) BETWEEN 1 AND 80);

-- A team is an entrant whose person is its captain; the board is 0 for a substitute.
CREATE TABLE team_members (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    board INTEGER NOT NULL CHECK (board >= 0),
    school_year INTEGER CHECK (school_year BETWEEN 0 AND 13),
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (entrant_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_member_a_board ON team_members (entrant_id, board) WHERE board > 0;
CREATE INDEX teams_of_person ON team_members (person_id);

-- Who sits where in one contest, where it is named anew for each; a board may seat a group.
CREATE TABLE line_ups (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    board INTEGER NOT NULL CHECK (board > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side, board, person_id),
    UNIQUE (contest_id, person_id)
) STRICT, WITHOUT ROWID;

-- The lobby of an arena: who waits since when; closed when the person was paired or left.
CREATE TABLE lobby (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    since INTEGER NOT NULL,
    until INTEGER CHECK (until IS NULL OR until >= since),
    PRIMARY KEY (entrant_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX waiting_once ON lobby (entrant_id) WHERE until IS NULL;
