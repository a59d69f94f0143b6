-- Past events that a second person agreed to, or nobody objected to: they come in by themselves, once they were read.
CREATE TABLE agreed_files (
    signature_id TEXT PRIMARY KEY REFERENCES signatures (signature_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    agreed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX agreed_files_by_person ON agreed_files (person_id);

-- What nobody has picked a reason for is let go by its age.
CREATE INDEX own_acts_by_age ON own_acts (asked_at) WHERE ground IS NULL;

-- Rulebooks of a server's own that wait for an approval as official; those who can give it hear of them.
CREATE TABLE rulebook_waits (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    settings_print TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
