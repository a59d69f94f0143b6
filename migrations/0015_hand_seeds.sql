-- The order that organisers gave a field by hand before its draw, which takes it over into its published list.
CREATE TABLE hand_seeds (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    -- From 1; who has left keeps the place in the order, and is passed over.
    seed INTEGER NOT NULL CHECK (seed > 0),
    PRIMARY KEY (tournament_id, entrant_id),
    UNIQUE (tournament_id, seed)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_seeds_by_entrant_id ON hand_seeds (entrant_id);

-- What an organiser typed into the form of seeds and could not be taken: nothing typed is lost.
CREATE TABLE seed_forms (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    typed TEXT NOT NULL,
    typed_at INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seed_forms_by_person_id ON seed_forms (person_id);
