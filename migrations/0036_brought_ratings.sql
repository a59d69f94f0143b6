-- Whose rating moved by past events that came in together, as everybody reads it; NULL before is no rating.
CREATE TABLE brought_ratings (
    bringing_id TEXT NOT NULL REFERENCES bringings (bringing_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    rating_before REAL,
    rating_after REAL NOT NULL,
    PRIMARY KEY (bringing_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX brought_ratings_by_person_id ON brought_ratings (person_id);
