-- Missing a ceremony can cost a place or the prize, which a case decides (GO-23.6).
CREATE TABLE case_files_with_ceremonies (
    file_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    number INTEGER NOT NULL CHECK (number > 0),
    accused_id TEXT NOT NULL REFERENCES people (person_id),
    -- None where staff acted by itself.
    reporter_id TEXT REFERENCES people (person_id),
    ground TEXT NOT NULL CHECK (ground IN ('outside_help', 'program_help', 'fixed_game', 'conduct', 'neglect',
        'withdrawal', 'disturbance', 'ceremony')),
    account TEXT NOT NULL,
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    contest_id TEXT REFERENCES contests (contest_id),
    opened_at INTEGER NOT NULL,
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0),
    noticed_at INTEGER,
    thread_id INTEGER,
    reporter_named_at INTEGER,
    reminded_at INTEGER,
    over_told_at INTEGER,
    CHECK (contest_id IS NULL OR tournament_id IS NOT NULL),
    UNIQUE (guild_id, number)
) STRICT;
INSERT INTO case_files_with_ceremonies (file_id, guild_id, number, accused_id, reporter_id, ground, account,
    tournament_id, contest_id, opened_at, reply_within, appeal_within, noticed_at, thread_id, reporter_named_at,
    reminded_at, over_told_at)
SELECT file_id, guild_id, number, accused_id, reporter_id, ground, account, tournament_id, contest_id, opened_at,
    reply_within, appeal_within, noticed_at, thread_id, reporter_named_at, reminded_at, over_told_at FROM case_files;
DROP TABLE case_files;
ALTER TABLE case_files_with_ceremonies RENAME TO case_files;
CREATE INDEX case_files_of_accused ON case_files (accused_id);
CREATE INDEX case_files_by_reporter_id ON case_files (reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX case_files_by_tournament_id ON case_files (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX case_files_by_contest_id ON case_files (contest_id) WHERE contest_id IS NOT NULL;
CREATE INDEX case_files_in_threads ON case_files (thread_id) WHERE thread_id IS NOT NULL;

CREATE TABLE file_verdicts_with_places (
    file_id TEXT PRIMARY KEY REFERENCES case_files (file_id),
    penalty TEXT NOT NULL CHECK (penalty IN ('dismissed', 'warned', 'game_lost', 'both_lost', 'prize_withheld',
        'lowered', 'disqualified', 'suspended', 'barred', 'expelled')),
    decided_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    decided_at INTEGER NOT NULL,
    until INTEGER,
    bar_id TEXT REFERENCES bars (bar_id),
    told_at INTEGER,
    CHECK ((penalty = 'suspended') = (until IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO file_verdicts_with_places (file_id, penalty, decided_by, reason, decided_at, until, bar_id, told_at)
SELECT file_id, penalty, decided_by, reason, decided_at, until, bar_id, told_at FROM file_verdicts;
DROP TABLE file_verdicts;
ALTER TABLE file_verdicts_with_places RENAME TO file_verdicts;
CREATE INDEX file_verdicts_by_decided_by ON file_verdicts (decided_by);
CREATE INDEX file_verdicts_by_bar_id ON file_verdicts (bar_id) WHERE bar_id IS NOT NULL;
