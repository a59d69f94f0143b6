-- A person is a Discord account, or what staff recorded to be one person. Names of game accounts tie nobody any more.

CREATE TABLE same_persons (
    link_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    first_id TEXT NOT NULL REFERENCES people (person_id),
    second_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    undone_at INTEGER CHECK (undone_at IS NULL OR undone_at >= recorded_at),
    undone_by TEXT REFERENCES people (person_id),
    undo_reason TEXT,
    CHECK (first_id <> second_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
    CHECK ((undone_at IS NULL) = (undo_reason IS NULL))
) STRICT;
CREATE INDEX same_persons_by_first_id ON same_persons (first_id);
CREATE INDEX same_persons_by_second_id ON same_persons (second_id);
CREATE INDEX same_persons_by_recorded_by ON same_persons (recorded_by);
CREATE INDEX same_persons_by_undone_by ON same_persons (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX same_persons_of_guild ON same_persons (guild_id, recorded_at) WHERE undone_at IS NULL;

-- Accounts that somebody held when a bar fell: while it is in force they change hands by staff alone.
CREATE TABLE kept_accounts (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    site TEXT NOT NULL,
    account_key TEXT NOT NULL,
    bar_id TEXT NOT NULL REFERENCES bars (bar_id),
    account_name TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    held_from INTEGER NOT NULL,
    PRIMARY KEY (guild_id, site, account_key, bar_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_accounts_by_person_id ON kept_accounts (person_id);
CREATE INDEX kept_accounts_by_bar_id ON kept_accounts (bar_id);
INSERT INTO kept_accounts
    SELECT a.guild_id, a.site, a.account_key, b.bar_id, a.account_name, a.person_id, a.held_from
    FROM bars b JOIN accounts a USING (person_id)
    WHERE b.lifted_at IS NULL AND a.held_from <= b.since AND (a.held_until IS NULL OR a.held_until > b.since)
    ON CONFLICT DO NOTHING;

-- One appeal against each word that two are one, too.
CREATE TABLE appeals_with_links (
    appeal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    file_id TEXT UNIQUE REFERENCES case_files (file_id),
    bar_id TEXT UNIQUE REFERENCES bars (bar_id),
    penalty_id TEXT UNIQUE REFERENCES rating_penalties (penalty_id),
    contest_id TEXT UNIQUE REFERENCES contests (contest_id),
    link_id TEXT UNIQUE REFERENCES same_persons (link_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    granted INTEGER CHECK (granted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    reason TEXT,
    decided_at INTEGER,
    CHECK ((file_id IS NOT NULL) + (bar_id IS NOT NULL) + (penalty_id IS NOT NULL) + (contest_id IS NOT NULL)
        + (link_id IS NOT NULL) = 1),
    CHECK ((granted IS NULL) = (decided_at IS NULL)),
    CHECK ((granted IS NULL) = (decided_by IS NULL)),
    CHECK ((granted IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO appeals_with_links
    SELECT appeal_id, guild_id, file_id, bar_id, penalty_id, contest_id, NULL, person_id, statement, links, made_at,
        granted, decided_by, reason, decided_at FROM appeals;
DROP TABLE appeals;
ALTER TABLE appeals_with_links RENAME TO appeals;
CREATE INDEX appeals_by_person_id ON appeals (person_id);
CREATE INDEX appeals_by_decided_by ON appeals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX appeals_waiting ON appeals (guild_id, made_at) WHERE granted IS NULL;

-- A line of the log that is about two people is found by either.
CREATE INDEX log_of_other ON log (json_extract(details, '$.other')) WHERE json_extract(details, '$.other') IS NOT NULL;

-- Whom somebody else's bar took off an open list, by a name that both had held, stands on it again: in the old place
-- where there is room, else at its end, and is told.
CREATE TABLE wronged AS
    SELECT e.entrant_id, e.tournament_id, e.person_id, t.guild_id,
        row_number() OVER (PARTITION BY e.tournament_id ORDER BY e.number) AS turn
    FROM log l JOIN bars b ON l.why = 'bar:' || b.bar_id
    JOIN entrants e ON e.entrant_id = json_extract(l.details, '$.entrant')
    JOIN tournaments t ON t.tournament_id = e.tournament_id
    WHERE l.act = 'withdraw' AND e.person_id <> b.person_id AND e.withdrawn_at = l.at
    AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL AND t.ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM people p JOIN expulsions x ON x.guild_id = p.guild_id AND x.discord_id = p.discord_id
        WHERE p.person_id = e.person_id AND x.person_id = b.person_id)
    AND NOT EXISTS (SELECT 1 FROM people p JOIN erasures x ON x.guild_id = p.guild_id AND x.discord_id = p.discord_id
        WHERE p.person_id = e.person_id AND x.person_id = b.person_id)
    AND NOT EXISTS (SELECT 1 FROM bars own WHERE own.person_id = e.person_id AND own.lifted_at IS NULL
        AND (own.until IS NULL OR own.until > CAST(strftime('%s', 'now') AS INTEGER) * 1000))
    GROUP BY e.entrant_id;
UPDATE entrants SET number = (SELECT max(o.number) FROM entrants o WHERE o.tournament_id = entrants.tournament_id)
        + (SELECT w.turn FROM wronged w WHERE w.entrant_id = entrants.entrant_id)
    WHERE entrant_id IN (SELECT w.entrant_id FROM wronged w JOIN tournaments t USING (tournament_id)
        WHERE (SELECT count(*) FROM entrants o WHERE o.tournament_id = w.tournament_id AND o.withdrawn_at IS NULL)
            + w.turn > json_extract(t.rulebook, '$.registration.capacity'));
UPDATE entrants SET withdrawn_at = NULL WHERE entrant_id IN (SELECT entrant_id FROM wronged);
INSERT INTO log (at, guild_id, act, subject, tournament_id, details)
    SELECT CAST(strftime('%s', 'now') AS INTEGER) * 1000, guild_id, 'register', 'tournament:' || tournament_id,
        tournament_id, json_object('entrant', entrant_id) FROM wronged;
INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at)
    SELECT lower(hex(randomblob(6))), w.guild_id, 'member:' || p.discord_id, 'entered_by_staff', w.entrant_id, '{}',
        CAST(strftime('%s', 'now') AS INTEGER) * 1000
    FROM wronged w JOIN people p USING (person_id) WHERE p.discord_id IS NOT NULL;
UPDATE panels SET stale_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000
    WHERE panel IN (SELECT 'tournament:' || tournament_id FROM wronged);
DROP TABLE wronged;

-- Whom such a name recused in a vote that is open is entitled in it, by the title held today.
CREATE TABLE silenced AS
    SELECT r.vote_id, r.person_id,
        CASE WHEN v.rules LIKE '%electorate = "representatives"%' THEN 'representative' ELSE 'arbiter' END AS why,
        row_number() OVER (PARTITION BY r.vote_id ORDER BY r.person_id) AS turn
    FROM vote_recusals r JOIN votes v USING (vote_id)
    WHERE v.closed_at IS NULL AND r.why = 'concerned' AND r.person_id <> v.subject_id
    AND (v.rules LIKE '%electorate = "representatives"%' OR (v.rules LIKE '%electorate = "committee%'
        AND EXISTS (SELECT 1 FROM arbiter_titles a WHERE a.person_id = r.person_id AND a.until IS NULL)))
    AND NOT (v.rules LIKE '%electorate = "committee_but_leader"%' AND EXISTS (SELECT 1 FROM offices o
        WHERE o.person_id = r.person_id AND o.office = 'leader' AND o.until IS NULL))
    AND NOT EXISTS (SELECT 1 FROM people p JOIN expulsions x ON x.guild_id = p.guild_id AND x.discord_id = p.discord_id
        WHERE p.person_id = r.person_id AND x.person_id = v.subject_id)
    AND NOT EXISTS (SELECT 1 FROM people p JOIN erasures x ON x.guild_id = p.guild_id AND x.discord_id = p.discord_id
        WHERE p.person_id = r.person_id AND x.person_id = v.subject_id);
DELETE FROM vote_recusals WHERE EXISTS (SELECT 1 FROM silenced s
    WHERE s.vote_id = vote_recusals.vote_id AND s.person_id = vote_recusals.person_id);
INSERT INTO vote_electors (vote_id, position, person_id, why)
    SELECT s.vote_id, (SELECT coalesce(max(e.position), -1) FROM vote_electors e WHERE e.vote_id = s.vote_id) + s.turn,
        s.person_id, s.why FROM silenced s;
UPDATE panels SET stale_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000
    WHERE panel IN (SELECT 'vote:' || vote_id FROM silenced);
DROP TABLE silenced;
