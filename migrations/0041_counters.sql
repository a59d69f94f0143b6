-- What is limited for one Discord account is counted by a keyed hash of its number: who leaves or is erased and comes
-- back finds the counts there, and nobody reads in them who it was. A row goes once it counts no more (`until`).
CREATE TABLE account_keys (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;
-- `scope` is within what the limit holds (a match, a case, an event with whom it invites), `thing` is what was made:
-- where that waits for an answer, the row counts as long as it does.
CREATE TABLE account_counts (
    sequence INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    account TEXT NOT NULL,
    what TEXT NOT NULL,
    scope TEXT NOT NULL,
    thing TEXT NOT NULL,
    counted_at INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until > counted_at)
) STRICT;
CREATE INDEX account_counts_of_account ON account_counts (guild_id, account, what, scope);
CREATE INDEX account_counts_by_until ON account_counts (until);

-- A rating that its person has had erased: the same account gets it back until then, and nobody else sees it.
CREATE TABLE resting_ratings (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    account TEXT NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    until INTEGER NOT NULL,
    PRIMARY KEY (guild_id, account)
) STRICT;
CREATE INDEX resting_ratings_by_until ON resting_ratings (until);

-- Whether a message calls nobody although its kind does: an invitation after the first of a day.
ALTER TABLE outbox ADD COLUMN silent INTEGER NOT NULL DEFAULT 0 CHECK (silent IN (0, 1));
