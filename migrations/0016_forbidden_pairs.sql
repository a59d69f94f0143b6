-- Pairs of entrants who are not to meet; what was lifted stays, so that earlier rounds can be paired again from the record.

CREATE TABLE forbidden_pairs (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    first_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    second_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    forbidden_at INTEGER NOT NULL,
    forbidden_by TEXT NOT NULL REFERENCES people (person_id),
    lifted_at INTEGER CHECK (lifted_at IS NULL OR lifted_at >= forbidden_at),
    lifted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, first_id, second_id, forbidden_at),
    CHECK (first_id < second_id),
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX a_pair_is_forbidden_once ON forbidden_pairs (tournament_id, first_id, second_id)
    WHERE lifted_at IS NULL;
