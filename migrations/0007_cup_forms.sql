-- The form of a new cup as its organiser filled it in, until the cup is created or given up: nothing typed is lost.
CREATE TABLE cup_forms (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    start TEXT NOT NULL,
    best_of TEXT NOT NULL,
    seats TEXT NOT NULL,
    typed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
