-- Players of a team who are waited for on their own board, from the start of the match on; the team itself is there.
CREATE TABLE board_clocks (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    board INTEGER NOT NULL CHECK (board > 0),
    started_at INTEGER NOT NULL,
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= started_at),
    rested INTEGER NOT NULL DEFAULT 0, -- milliseconds in which the match was suspended, outages apart
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side, board)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_clocks_noted ON board_clocks (noted_by);
