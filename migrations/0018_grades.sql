-- Grades: declared by a player or proposed by results, confirmed or refused; one counts at a time, one of each kind waits.

CREATE TABLE grades (
    grade_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    grade TEXT NOT NULL CHECK (grade GLOB '[1-9]*[dkp]'),
    origin TEXT NOT NULL CHECK (origin IN ('declared', 'promotion')),
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    said_at INTEGER NOT NULL,
    confirmed_at INTEGER CHECK (confirmed_at IS NULL OR confirmed_at >= said_at),
    decided_by TEXT REFERENCES people (person_id),
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= said_at),
    CHECK (confirmed_at IS NULL OR decided_by IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_grade_counts ON grades (person_id) WHERE confirmed_at IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX one_grade_of_a_kind_waits ON grades (person_id, origin)
    WHERE confirmed_at IS NULL AND ended_at IS NULL;

-- The grade with which an entrant was drawn; a fact of the event, whatever becomes of the person's grade.
ALTER TABLE entrants ADD COLUMN grade TEXT CHECK (grade GLOB '[1-9]*[dkp]');
