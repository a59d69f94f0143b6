-- Lists of sign-ups that were read and wait to be confirmed; without an event, for the one that their asker is about to
-- create.
CREATE TABLE sign_up_drafts (
    draft_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    file_name TEXT NOT NULL,
    file_hash TEXT NOT NULL CHECK (length(file_hash) = 64),
    -- What was read of it, as JSON.
    content TEXT NOT NULL,
    drafted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_up_drafts_by_guild_id ON sign_up_drafts (guild_id);
CREATE INDEX sign_up_drafts_by_person_id ON sign_up_drafts (person_id);
CREATE INDEX sign_up_drafts_by_tournament_id ON sign_up_drafts (tournament_id) WHERE tournament_id IS NOT NULL;

-- Who is meant by a line, as its asker has said; without a person, somebody new.
CREATE TABLE sign_up_answers (
    draft_id TEXT NOT NULL REFERENCES sign_up_drafts (draft_id),
    line INTEGER NOT NULL CHECK (line > 0),
    person_id TEXT REFERENCES people (person_id),
    answered_at INTEGER NOT NULL,
    PRIMARY KEY (draft_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_up_answers_by_person_id ON sign_up_answers (person_id) WHERE person_id IS NOT NULL;

-- Lists by which people were entered, each one act.
CREATE TABLE sign_up_lists (
    list_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    brought_by TEXT NOT NULL REFERENCES people (person_id),
    brought_at INTEGER NOT NULL,
    file_hash TEXT NOT NULL CHECK (length(file_hash) = 64),
    undone_at INTEGER CHECK (undone_at IS NULL OR undone_at >= brought_at)
) STRICT;
CREATE INDEX sign_up_lists_by_tournament_id ON sign_up_lists (tournament_id);
CREATE INDEX sign_up_lists_by_brought_by ON sign_up_lists (brought_by);

-- Who was put on the event's list by it.
CREATE TABLE sign_up_entries (
    list_id TEXT NOT NULL REFERENCES sign_up_lists (list_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    PRIMARY KEY (list_id, entrant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_up_entries_by_entrant_id ON sign_up_entries (entrant_id);
