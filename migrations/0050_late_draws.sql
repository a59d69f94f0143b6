-- Who is late may come into a free bye: by a draw of its own, which is over the field with the late one in it.
CREATE TABLE draws_of_events (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    purpose TEXT NOT NULL DEFAULT 'field' CHECK (purpose IN ('field', 'round', 'lot', 'late')),
    link TEXT NOT NULL,
    entrants_list TEXT NOT NULL,
    list_hash TEXT NOT NULL,
    salt TEXT NOT NULL,
    seed TEXT NOT NULL,
    drawn_at INTEGER NOT NULL,
    drawn_by TEXT REFERENCES people (person_id),
    reason TEXT,
    PRIMARY KEY (tournament_id, number),
    CHECK (number = 1 OR purpose NOT IN ('field', 'late') OR (drawn_by IS NOT NULL AND reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO draws_of_events (tournament_id, number, purpose, link, entrants_list, list_hash, salt, seed, drawn_at, drawn_by, reason)
SELECT tournament_id, number, purpose, link, entrants_list, list_hash, salt, seed, drawn_at, drawn_by, reason
FROM draws ORDER BY tournament_id, number;
DROP TABLE draws;
ALTER TABLE draws_of_events RENAME TO draws;
CREATE INDEX draws_by_drawn_by ON draws (drawn_by) WHERE drawn_by IS NOT NULL;
