-- The rehearsal that each server has under way, so that whoever asked for it is told where a restart cuts it off.
CREATE TABLE rehearsals (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    rulebook TEXT NOT NULL,
    began_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rehearsals_by_person_id ON rehearsals (person_id);
