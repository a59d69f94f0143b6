-- The thread of a match, in events whose rulebook wants one; without a thread its cards stand in the matches' channel.
CREATE TABLE match_threads (
    contest_id TEXT PRIMARY KEY REFERENCES contests (contest_id),
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    thread_id INTEGER UNIQUE,
    -- How often one was made: somebody may delete them.
    times_made INTEGER NOT NULL DEFAULT 0 CHECK (times_made >= 0),
    closed_at INTEGER,
    refused TEXT CHECK (refused IN ('rights', 'too_many', 'channel', 'deleted', 'other'))
) STRICT, WITHOUT ROWID;
CREATE INDEX match_threads_of_tournament ON match_threads (tournament_id);
CREATE INDEX match_threads_open ON match_threads (tournament_id) WHERE thread_id IS NOT NULL AND closed_at IS NULL;

-- Whom the bot has let into it.
CREATE TABLE match_thread_members (
    contest_id TEXT NOT NULL REFERENCES match_threads (contest_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_thread_members_by_person_id ON match_thread_members (person_id);
