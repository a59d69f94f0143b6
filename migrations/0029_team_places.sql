-- Places in teams that count for nothing yet: somebody who was asked and has not said yes, or a name that was typed.
-- Who says yes becomes a member (team_members); whoever was one before this table stays one.
CREATE TABLE team_places (
    place_id TEXT PRIMARY KEY,
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT REFERENCES people (person_id),
    typed_name TEXT CHECK (length(typed_name) BETWEEN 1 AND 80),
    typed_account TEXT CHECK (length(typed_account) BETWEEN 1 AND 80),
    school_year INTEGER CHECK (school_year BETWEEN 0 AND 13),
    position INTEGER NOT NULL CHECK (position > 0),
    is_new INTEGER NOT NULL DEFAULT 0 CHECK (is_new IN (0, 1)),
    named_at INTEGER NOT NULL,
    declined_at INTEGER,
    CHECK ((person_id IS NULL) <> (typed_name IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_team ON team_places (entrant_id);
CREATE UNIQUE INDEX one_place_a_person ON team_places (person_id, entrant_id) WHERE person_id IS NOT NULL;
