-- An arena numbers its games as they are made: the latest, and those of one message, are found without reading all.

CREATE INDEX contests_by_number ON contests (tournament_id, position) WHERE voided_at IS NULL;

-- What a player of an arena has reached, as counted from the player's results; nobody else has a row. Whatever changes
-- one of these results empties the row in the same statement, so that it is counted anew and never says something else.
CREATE TABLE arena_scores (
    entrant_id TEXT PRIMARY KEY REFERENCES entrants (entrant_id),
    points TEXT,
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    wins_in_a_row INTEGER NOT NULL DEFAULT 0 CHECK (wins_in_a_row >= 0),
    drew INTEGER NOT NULL DEFAULT 0 CHECK (drew IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX scores_to_count ON arena_scores (entrant_id) WHERE points IS NULL;

-- Whoever plays in an arena has been in its lobby.
CREATE TRIGGER result_told AFTER INSERT ON results BEGIN
    INSERT INTO arena_scores (entrant_id) SELECT entrant_id FROM contest_sides s WHERE s.contest_id = NEW.contest_id
        AND EXISTS (SELECT 1 FROM lobby l WHERE l.entrant_id = s.entrant_id)
        ON CONFLICT (entrant_id) DO UPDATE SET points = NULL;
END;
CREATE TRIGGER result_changed AFTER UPDATE ON results BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN
        (SELECT entrant_id FROM contest_sides WHERE contest_id IN (OLD.contest_id, NEW.contest_id));
END;
CREATE TRIGGER contest_taken_out AFTER UPDATE OF voided_at ON contests BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN
        (SELECT entrant_id FROM contest_sides WHERE contest_id = NEW.contest_id);
END;
CREATE TRIGGER result_annulled AFTER INSERT ON annulments BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id = NEW.entrant_id;
END;
CREATE TRIGGER result_restored AFTER UPDATE ON annulments BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN (OLD.entrant_id, NEW.entrant_id);
END;

-- The arenas that were begun before.
INSERT INTO arena_scores (entrant_id) SELECT DISTINCT s.entrant_id FROM results r JOIN contest_sides s USING (contest_id)
    WHERE EXISTS (SELECT 1 FROM lobby l WHERE l.entrant_id = s.entrant_id);
