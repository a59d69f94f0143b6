-- From when on an association's opening lists are about to close: its word, or three official events that ended here.
CREATE TABLE foundings (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    ends_from INTEGER NOT NULL,
    -- Who said that moving in is done; NULL where the third event did.
    ended_by TEXT REFERENCES people (person_id)
) STRICT;
CREATE INDEX foundings_by_ended_by ON foundings (ended_by) WHERE ended_by IS NOT NULL;
-- A server that has held three such events is looked at once, and told from when its days count.
INSERT INTO deadlines (subject, kind, due_at) SELECT 'founding:' || guild_id, 'look_at_founding', 0 FROM guilds;
