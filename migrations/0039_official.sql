-- Files of official events that were approved: by the fingerprint of what they set, so that a changed file needs a new one.
CREATE TABLE rulebook_approvals (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    settings_print TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    approved_by TEXT NOT NULL REFERENCES people (person_id),
    approved_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, settings_print)
) STRICT;
CREATE INDEX rulebook_approvals_saved ON rulebook_approvals (saved_by);
CREATE INDEX rulebook_approvals_approved ON rulebook_approvals (approved_by);

-- K and the rating of a newcomer, by the moment from which new events take them.
CREATE TABLE rating_terms (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    since INTEGER NOT NULL,
    initial REAL NOT NULL CHECK (initial BETWEEN 100 AND 4000),
    k REAL NOT NULL CHECK (k BETWEEN 8 AND 64),
    chosen_by TEXT REFERENCES people (person_id),
    signed_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (guild_id, since)
) STRICT;
CREATE INDEX rating_terms_chosen ON rating_terms (chosen_by) WHERE chosen_by IS NOT NULL;
CREATE INDEX rating_terms_signed ON rating_terms (signed_by) WHERE signed_by IS NOT NULL;

-- A list goes on with the numbers of the last rated event that was played here; those beyond the bounds were a file's own.
INSERT INTO rating_terms (guild_id, since, initial, k)
SELECT guild_id, ended_at, initial, k
FROM (
    SELECT
        guild_id,
        ended_at,
        CAST(json_extract(rulebook, '$.rating.initial') AS REAL) AS initial,
        CAST(json_extract(rulebook, '$.rating.k') AS REAL) AS k,
        row_number() OVER (PARTITION BY guild_id ORDER BY ended_at DESC, created_at DESC, tournament_id) AS latest
    FROM tournaments
    WHERE ended_at IS NOT NULL
        AND tournament_id NOT IN (SELECT tournament_id FROM brought_events)
        AND cancelled_at IS NULL
        AND json_extract(rulebook, '$.rating.rated')
        AND json_extract(rulebook, '$.rating.initial') BETWEEN 100 AND 4000
        AND json_extract(rulebook, '$.rating.k') BETWEEN 8 AND 64
) AS rated
WHERE latest = 1;
