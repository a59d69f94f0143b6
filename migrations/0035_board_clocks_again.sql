-- A player can be missing at the board more than once: late for the start, and again between games (AIJE-D01-5.4).
CREATE TABLE board_clocks_again (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    board INTEGER NOT NULL CHECK (board > 0),
    started_at INTEGER NOT NULL,
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= started_at),
    rested INTEGER NOT NULL DEFAULT 0, -- milliseconds in which the match was suspended, outages apart
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side, board, started_at)
) STRICT, WITHOUT ROWID;
INSERT INTO board_clocks_again (contest_id, side, board, started_at, ended_at, rested, noted_by)
SELECT contest_id, side, board, started_at, ended_at, rested, noted_by FROM board_clocks;
DROP TABLE board_clocks;
ALTER TABLE board_clocks_again RENAME TO board_clocks;
CREATE INDEX board_clocks_noted ON board_clocks (noted_by);
