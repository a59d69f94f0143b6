-- A match between teams in which the winner stays on (GO-26.6): what was said of it. What was taken back stays.
CREATE TABLE stay_on_words (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    -- In the order of being said.
    entry INTEGER NOT NULL CHECK (entry > 0),
    -- In the order of the match: a word that puts an earlier one right takes its place.
    place INTEGER NOT NULL CHECK (place > 0),
    kind TEXT NOT NULL CHECK (kind IN ('won', 'drawn', 'given', 'left')),
    -- Who won or was given the game, or whose player left.
    side INTEGER CHECK (side IN (0, 1)),
    -- Who left.
    person_id TEXT REFERENCES people (person_id),
    reason TEXT,
    said_at INTEGER NOT NULL,
    said_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= said_at),
    taken_back_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry),
    CHECK ((kind = 'drawn') = (side IS NULL)),
    CHECK ((kind = 'left') = (person_id IS NOT NULL)),
    CHECK (kind IN ('won', 'drawn') OR reason IS NOT NULL),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL))
) STRICT, WITHOUT ROWID;
