-- Titles, the exams and countries behind them, and what the bot has proposed (AIJE-B01).

-- Where a person plays for, since when they say so; the latest stands.
CREATE TABLE countries (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    country TEXT NOT NULL CHECK (length(country) = 2),
    since INTEGER NOT NULL,
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;

-- That NM rests beside an arbiter title follows from the arbiter title, so it is not written here.
CREATE TABLE master_titles (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('NM', 'CMA', 'MA', 'IM', 'GM')),
    since INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    until INTEGER,
    ended_why TEXT CHECK (ended_why IN ('lost', 'laid_down', 'erased')),
    PRIMARY KEY (person_id, title, since),
    CHECK ((until IS NULL) = (ended_why IS NULL)),
    CHECK (title <> 'NM' OR ended_why IS NULL OR ended_why = 'erased')
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_of_each_master_title ON master_titles (person_id, title) WHERE until IS NULL;

CREATE TABLE exams (
    exam_id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('ANP', 'AN')),
    sat_at INTEGER NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    examiner_id TEXT NOT NULL REFERENCES people (person_id)
) STRICT;
CREATE INDEX exams_of_person ON exams (person_id, sat_at);

CREATE TABLE world_titles (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    event TEXT NOT NULL CHECK (length(event) BETWEEN 1 AND 80),
    won_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE title_proposals (
    proposal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'loss')),
    title TEXT NOT NULL CHECK (title IN ('NM', 'CMA', 'MA', 'IM', 'GM', 'ANP', 'AN', 'AJ', 'AI')),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    proposed_at INTEGER NOT NULL,
    -- Set where the candidate still has to lay master titles down (AIJE-B01-2).
    approved_at INTEGER,
    approved_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    decided_by TEXT REFERENCES people (person_id),
    outcome TEXT CHECK (outcome IN ('done', 'declined', 'lapsed')),
    CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
    CHECK ((decided_at IS NULL) = (outcome IS NULL)),
    CHECK (outcome = 'lapsed' OR (decided_at IS NULL) = (decided_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_proposal ON title_proposals (person_id, title) WHERE decided_at IS NULL;
CREATE INDEX proposals_of_guild ON title_proposals (guild_id, decided_at);
