-- Ratings that an international arbiter has put right by hand, each with both numbers (AIJE-B01-AI).
CREATE TABLE rating_amendments (
    amendment_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    rating_before REAL NOT NULL,
    rating_after REAL NOT NULL CHECK (rating_after > 0),
    reason TEXT NOT NULL CHECK (reason <> ''),
    -- The list that came of it; the corrections of one act share it.
    list_id TEXT NOT NULL REFERENCES rating_lists (list_id),
    made_by TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    returned_at INTEGER,
    returned_by TEXT REFERENCES people (person_id),
    return_reason TEXT,
    UNIQUE (list_id, person_id),
    CHECK (rating_before <> rating_after),
    CHECK ((returned_at IS NULL) = (returned_by IS NULL)),
    CHECK ((returned_at IS NULL) = (return_reason IS NULL))
) STRICT;
CREATE INDEX rating_amendments_by_guild_id ON rating_amendments (guild_id);
CREATE INDEX rating_amendments_of_person ON rating_amendments (person_id, made_at);
CREATE INDEX rating_amendments_by_made_by ON rating_amendments (made_by);
CREATE INDEX rating_amendments_by_returned_by ON rating_amendments (returned_by) WHERE returned_by IS NOT NULL;

-- An appeal can be against such a correction too.
CREATE TABLE appeals_with_amendments (
    appeal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    file_id TEXT UNIQUE REFERENCES case_files (file_id),
    bar_id TEXT UNIQUE REFERENCES bars (bar_id),
    penalty_id TEXT UNIQUE REFERENCES rating_penalties (penalty_id),
    contest_id TEXT UNIQUE REFERENCES contests (contest_id),
    link_id TEXT UNIQUE REFERENCES same_persons (link_id),
    amendment_id TEXT UNIQUE REFERENCES rating_amendments (amendment_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    granted INTEGER CHECK (granted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    reason TEXT,
    decided_at INTEGER,
    CHECK ((file_id IS NOT NULL) + (bar_id IS NOT NULL) + (penalty_id IS NOT NULL) + (contest_id IS NOT NULL)
        + (link_id IS NOT NULL) + (amendment_id IS NOT NULL) = 1),
    CHECK ((granted IS NULL) = (decided_at IS NULL)),
    CHECK ((granted IS NULL) = (decided_by IS NULL)),
    CHECK ((granted IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO appeals_with_amendments (appeal_id, guild_id, file_id, bar_id, penalty_id, contest_id, link_id, person_id,
    statement, links, made_at, granted, decided_by, reason, decided_at)
SELECT appeal_id, guild_id, file_id, bar_id, penalty_id, contest_id, link_id, person_id, statement, links, made_at,
    granted, decided_by, reason, decided_at FROM appeals;
DROP TABLE appeals;
ALTER TABLE appeals_with_amendments RENAME TO appeals;
CREATE INDEX appeals_by_person_id ON appeals (person_id);
CREATE INDEX appeals_by_decided_by ON appeals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX appeals_waiting ON appeals (guild_id, made_at) WHERE granted IS NULL;
