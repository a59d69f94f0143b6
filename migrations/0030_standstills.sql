-- What stands still, and how far it was told: who can act is reminded, who runs the event is asked, and asked again.
-- `kind` is empty where somebody has only pressed: then time counts from that press.
CREATE TABLE standstills (
    subject TEXT NOT NULL PRIMARY KEY,
    kind TEXT,
    since INTEGER NOT NULL,
    rung INTEGER NOT NULL CHECK (rung BETWEEN 0 AND 5),
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sides of a match that staff do not decide, and what each of them has agreed to: to end it without a result, or the lot.
CREATE TABLE ending_wishes (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    ending TEXT NOT NULL CHECK (ending IN ('without_result', 'lot')),
    side INTEGER NOT NULL CHECK (side >= 0),
    wished_by TEXT NOT NULL REFERENCES people (person_id),
    wished_at INTEGER NOT NULL,
    PRIMARY KEY (contest_id, ending, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX ending_wishes_by_wished_by ON ending_wishes (wished_by);
