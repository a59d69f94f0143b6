-- Whom the names of a record mean that an organiser is about to bring in: asked and answered before anything is written.
CREATE TABLE record_names (
    name_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    asked_by TEXT NOT NULL REFERENCES people (person_id),
    record TEXT NOT NULL,
    number INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    name TEXT NOT NULL,
    site TEXT,
    same_id TEXT REFERENCES people (person_id),
    person_id TEXT REFERENCES people (person_id),
    answered_at INTEGER,
    CHECK (person_id IS NULL OR answered_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_names_by_guild_id ON record_names (guild_id);
CREATE UNIQUE INDEX one_name_an_asker ON record_names (asked_by, file_id);
CREATE INDEX record_names_by_same_id ON record_names (same_id);
CREATE INDEX record_names_by_person_id ON record_names (person_id);
