-- Past events that were brought in together: one act, taken back as one.
CREATE TABLE bringings (
    bringing_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    brought_by TEXT NOT NULL REFERENCES people (person_id),
    brought_at INTEGER NOT NULL,
    -- Whether ratings were counted from the list that held, taken as the files publish them, or left alone.
    ratings TEXT NOT NULL CHECK (ratings IN ('counted', 'published', 'left')),
    taken_back_at INTEGER
) STRICT;
CREATE INDEX bringings_of_guild ON bringings (guild_id, brought_at);
CREATE INDEX bringings_by_brought_by ON bringings (brought_by);

CREATE TABLE brought_events (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    bringing_id TEXT NOT NULL REFERENCES bringings (bringing_id),
    number INTEGER NOT NULL CHECK (number >= 0),
    filename TEXT NOT NULL,
    -- By what the event is known again, whatever its file is called.
    digest TEXT NOT NULL,
    fate TEXT NOT NULL CHECK (fate IN ('rated', 'in_list', 'unrated', 'left')),
    UNIQUE (bringing_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX brought_events_by_digest ON brought_events (digest);

-- What an organiser has sent and not confirmed yet: one set of files each.
CREATE TABLE record_drafts (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    ratings TEXT NOT NULL CHECK (ratings IN ('counted', 'published', 'left')),
    -- Names that stand in several files and are not one person's.
    apart TEXT NOT NULL,
    drafted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX record_drafts_by_guild_id ON record_drafts (guild_id);

CREATE TABLE record_draft_files (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    number INTEGER NOT NULL CHECK (number >= 0),
    filename TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (person_id, number)
) STRICT, WITHOUT ROWID;

-- A list that came with past events goes with them; it stays on file.
ALTER TABLE rating_lists ADD COLUMN bringing_id TEXT REFERENCES bringings (bringing_id);
ALTER TABLE rating_lists ADD COLUMN taken_back_at INTEGER;
CREATE INDEX rating_lists_by_bringing_id ON rating_lists (bringing_id) WHERE bringing_id IS NOT NULL;

-- The files, by their numbers, in which the name stands.
ALTER TABLE record_names ADD COLUMN files TEXT NOT NULL DEFAULT '0';
