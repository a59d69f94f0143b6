-- The event's own rules: drafted by its chief arbiter, approved or declined by the organisers. The last approved counts.

CREATE TABLE event_rules (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    rules TEXT NOT NULL CHECK (length(rules) BETWEEN 1 AND 3000),
    drafted_at INTEGER NOT NULL,
    drafted_by TEXT NOT NULL REFERENCES people (person_id),
    approved INTEGER CHECK (approved IN (0, 1)),
    reason TEXT CHECK (reason <> ''),
    decided_at INTEGER CHECK (decided_at IS NULL OR decided_at >= drafted_at),
    decided_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, number),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK (approved IS NULL OR approved = 1 OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_draft_of_rules_waits ON event_rules (tournament_id) WHERE approved IS NULL;
