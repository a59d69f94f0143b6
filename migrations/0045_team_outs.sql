-- Whom of a team a bar keeps out of matches, from when to when: a match goes by what held when it was called.
CREATE TABLE team_outs (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    out_at INTEGER NOT NULL,
    back_at INTEGER CHECK (back_at >= out_at),
    PRIMARY KEY (entrant_id, person_id, out_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_outs_by_person_id ON team_outs (person_id);
