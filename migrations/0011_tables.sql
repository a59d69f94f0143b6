-- Tables of three: who was seated out of a game for being away, and the decks that players bring (OTE-1).

CREATE TABLE table_absences (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 3),
    noted_at INTEGER NOT NULL,
    -- Nobody where the player left the event.
    noted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side)
) STRICT, WITHOUT ROWID;

-- The newest deck of an entrant is the one that counts; older ones stay, so that a refusal has what it was about.
CREATE TABLE decks (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    number INTEGER NOT NULL CHECK (number > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 130000),
    submitted_at INTEGER NOT NULL,
    PRIMARY KEY (entrant_id, number)
) STRICT, WITHOUT ROWID;

-- A card that a judge refuses, with the reason: it holds for every deck of the event (OTE-1.5).
CREATE TABLE refused_cards (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    card TEXT NOT NULL CHECK (length(card) BETWEEN 1 AND 20),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    refused_at INTEGER NOT NULL,
    refused_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, card)
) STRICT, WITHOUT ROWID;
