-- Who took the place of a player who left a running event. The entrant is the place, and goes on under its id; matches
-- that were played before keep the person who played them.
CREATE TABLE substitutions (
    substitution_id TEXT PRIMARY KEY,
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    left_id TEXT NOT NULL REFERENCES people (person_id),
    came_id TEXT NOT NULL REFERENCES people (person_id),
    by_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    replaced_at INTEGER NOT NULL,
    undone_at INTEGER CHECK (undone_at >= replaced_at)
) STRICT;
CREATE INDEX substitutions_by_entrant_id ON substitutions (entrant_id);
CREATE INDEX substitutions_by_left_id ON substitutions (left_id);
CREATE INDEX substitutions_by_came_id ON substitutions (came_id);
CREATE INDEX substitutions_by_by_id ON substitutions (by_id);

-- Who played for the side, where somebody else holds its place by now.
ALTER TABLE contest_sides ADD COLUMN played_by TEXT REFERENCES people (person_id);
CREATE INDEX contest_sides_by_played_by ON contest_sides (played_by) WHERE played_by IS NOT NULL;
