-- A casual game and a grade go over with the account, too.
CREATE TABLE linked_facts_with_games (
    link_id TEXT NOT NULL REFERENCES discord_links (link_id),
    kind TEXT NOT NULL CHECK (kind IN ('entry', 'account', 'country', 'office', 'arbiter_title', 'duty', 'grade',
        'game_as_challenger', 'game_as_challenged')),
    -- The entrant, the site, the office, the grade or the game; of the others since when.
    what TEXT NOT NULL CHECK (what <> ''),
    PRIMARY KEY (link_id, kind, what)
) STRICT, WITHOUT ROWID;
INSERT INTO linked_facts_with_games (link_id, kind, what) SELECT link_id, kind, what FROM linked_facts;
DROP TABLE linked_facts;
ALTER TABLE linked_facts_with_games RENAME TO linked_facts;
