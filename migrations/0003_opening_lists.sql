-- Opening lists: whom an association brings along on its first day, and what counts of the time before it.
-- Ratings, titles, offices, bars, accounts and countries go where they always stand; `opening_acts` says which of those
-- came with a list, so that it is taken back as one act.
CREATE TABLE opening_lists (
    list_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    -- The day for which the list speaks; its ratings are those of a rating list of that moment.
    dated_at INTEGER NOT NULL,
    brought_at INTEGER NOT NULL CHECK (brought_at >= dated_at),
    brought_by TEXT NOT NULL REFERENCES people (person_id),
    file_hash TEXT NOT NULL CHECK (length(file_hash) = 64),
    rating_list TEXT REFERENCES rating_lists (list_id),
    undone_at INTEGER CHECK (undone_at IS NULL OR undone_at >= brought_at),
    undone_by TEXT REFERENCES people (person_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;
CREATE INDEX opening_lists_of_guild ON opening_lists (guild_id, brought_at);
CREATE INDEX opening_lists_by_brought_by ON opening_lists (brought_by);
CREATE INDEX opening_lists_by_rating_list ON opening_lists (rating_list) WHERE rating_list IS NOT NULL;
CREATE INDEX opening_lists_by_undone_by ON opening_lists (undone_by) WHERE undone_by IS NOT NULL;

-- What a list says of a person's time before it; nothing where it is silent. What a later list says stands.
CREATE TABLE earlier_facts (
    list_id TEXT NOT NULL REFERENCES opening_lists (list_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    -- Whether the list made the person known.
    is_new INTEGER NOT NULL CHECK (is_new IN (0, 1)),
    registered_since INTEGER,
    club TEXT CHECK (length(club) BETWEEN 1 AND 80),
    arbiter_months INTEGER CHECK (arbiter_months >= 0),
    arbiter_days INTEGER CHECK (arbiter_days >= 0),
    -- International tournaments that the person has followed as an arbiter.
    refereed INTEGER CHECK (refereed >= 0),
    PRIMARY KEY (list_id, person_id),
    CHECK ((arbiter_months IS NULL) = (arbiter_days IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX earlier_facts_by_person_id ON earlier_facts (person_id);

-- Official tournaments that somebody won before the list. World championships stand in `world_titles`.
CREATE TABLE earlier_victories (
    list_id TEXT NOT NULL REFERENCES opening_lists (list_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    event TEXT NOT NULL CHECK (length(event) BETWEEN 1 AND 80),
    won_at INTEGER NOT NULL,
    PRIMARY KEY (list_id, person_id, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX earlier_victories_by_person_id ON earlier_victories (person_id);

-- Which country, account, title, office, bar or championship of a person came with the list.
CREATE TABLE opening_acts (
    list_id TEXT NOT NULL REFERENCES opening_lists (list_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('country', 'account', 'master_title', 'arbiter_title', 'world_title', 'office',
        'bar')),
    -- The site, the title, the event, the office or the bar.
    what TEXT NOT NULL CHECK (what <> ''),
    since INTEGER NOT NULL,
    PRIMARY KEY (list_id, person_id, kind, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_acts_by_person_id ON opening_acts (person_id);

-- A list that was read and not confirmed yet, one of each asker; a press carries the id, so that it survives a restart.
CREATE TABLE opening_drafts (
    draft_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    file_name TEXT NOT NULL,
    file_hash TEXT NOT NULL CHECK (length(file_hash) = 64),
    dated_at INTEGER NOT NULL,
    -- What was read, line by line.
    content TEXT NOT NULL CHECK (json_valid(content)),
    drafted_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_opening_draft_each ON opening_drafts (person_id);
CREATE INDEX opening_drafts_of_guild ON opening_drafts (guild_id, drafted_at);

-- Who is meant by a line of a draft: one who is known, or somebody new.
CREATE TABLE opening_answers (
    draft_id TEXT NOT NULL REFERENCES opening_drafts (draft_id),
    line INTEGER NOT NULL CHECK (line > 0),
    person_id TEXT REFERENCES people (person_id),
    answered_at INTEGER NOT NULL,
    PRIMARY KEY (draft_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_answers_by_person_id ON opening_answers (person_id) WHERE person_id IS NOT NULL;
