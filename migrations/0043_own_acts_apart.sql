-- How many objections undo an act about the own event, as it was when it was done: who enters later changes nothing.
ALTER TABLE own_acts ADD COLUMN needed INTEGER NOT NULL DEFAULT 1 CHECK (needed >= 1);
UPDATE own_acts SET needed = 2 WHERE done_at IS NOT NULL AND (
    SELECT count(*) FROM entrants e WHERE e.tournament_id = own_acts.tournament_id AND e.withdrawn_at IS NULL
) >= 6;

-- Whom somebody who plays in an event was sent to for an act about it, and since when: who is asked and never comes
-- keeps nobody waiting for good.
CREATE TABLE staff_asks (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, person_id, act, subject)
) STRICT;
CREATE INDEX staff_asks_of_person ON staff_asks (person_id);
