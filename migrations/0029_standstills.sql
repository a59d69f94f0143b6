-- What stands still, and how far it was told: who can act is reminded, who runs the event is asked, and asked again.
-- `kind` is empty where somebody has only pressed: then time counts from that press.
CREATE TABLE standstills (
    subject TEXT NOT NULL PRIMARY KEY,
    kind TEXT,
    since INTEGER NOT NULL,
    rung INTEGER NOT NULL CHECK (rung BETWEEN 0 AND 5),
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
