-- Where the installation's pages are read, so that cards can name the address; by the settings, at each start.
CREATE TABLE page_site (
    site INTEGER PRIMARY KEY CHECK (site = 1),
    address TEXT NOT NULL CHECK (length(address) BETWEEN 8 AND 200)
) STRICT;

-- Servers that have ever switched their pages on.
CREATE TABLE page_servers (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    -- In addresses, in place of Discord's number.
    page_id TEXT NOT NULL UNIQUE,
    -- As the server was called when its pages were switched on, or named since.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    -- Events that were created from then on are shown at once, and name who chose nothing.
    on_since INTEGER NOT NULL,
    switched_by TEXT NOT NULL REFERENCES people (person_id),
    is_findable INTEGER NOT NULL DEFAULT 0 CHECK (is_findable IN (0, 1)),
    shows_bars INTEGER NOT NULL DEFAULT 0 CHECK (shows_bars IN (0, 1))
) STRICT;
CREATE INDEX page_servers_by_switched_by ON page_servers (switched_by);

-- What was decided of single events, and which match of each is on stream.
CREATE TABLE page_events (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    is_shown INTEGER CHECK (is_shown IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    stream_id TEXT REFERENCES contests (contest_id),
    CHECK ((is_shown IS NULL) = (decided_by IS NULL)),
    CHECK ((is_shown IS NULL) = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX page_events_by_decided_by ON page_events (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX page_events_by_stream_id ON page_events (stream_id) WHERE stream_id IS NOT NULL;

-- What is to become of the event on the pages, as its author chose under the preview; by what the server does else.
ALTER TABLE drafts ADD COLUMN on_web INTEGER CHECK (on_web IN (0, 1));
ALTER TABLE event_proposals ADD COLUMN on_web INTEGER CHECK (on_web IN (0, 1));

-- What people have chosen for themselves.
CREATE TABLE page_people (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    shown_as TEXT CHECK (shown_as IN ('name', 'initials', 'nothing')),
    -- The key of the person's own page; none where the person has not switched it on.
    page_id TEXT UNIQUE,
    -- SHA-256 of the secret in the address of the person's calendar.
    calendar TEXT UNIQUE CHECK (length(calendar) = 64),
    chosen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
