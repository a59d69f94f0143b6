-- Members who turn out to be somebody who was known by name alone, by staff's word.
CREATE TABLE discord_links (
    link_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    discord_id INTEGER NOT NULL,
    -- Whom the member was here until then. The entry rests, and keeps the name by which the person was known.
    before_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    linked_at INTEGER NOT NULL,
    linked_by TEXT NOT NULL REFERENCES people (person_id),
    undone_at INTEGER CHECK (undone_at IS NULL OR undone_at >= linked_at),
    undone_by TEXT REFERENCES people (person_id),
    CHECK (person_id <> before_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_link_a_name ON discord_links (person_id) WHERE undone_at IS NULL;
CREATE UNIQUE INDEX one_link_an_entry ON discord_links (before_id) WHERE undone_at IS NULL;
CREATE INDEX discord_links_by_person_id ON discord_links (person_id);
CREATE INDEX discord_links_by_before_id ON discord_links (before_id);
CREATE INDEX discord_links_by_linked_by ON discord_links (linked_by);
CREATE INDEX discord_links_by_undone_by ON discord_links (undone_by) WHERE undone_by IS NOT NULL;

-- What the member held and went over with the account, so that it goes back with it.
CREATE TABLE linked_facts (
    link_id TEXT NOT NULL REFERENCES discord_links (link_id),
    kind TEXT NOT NULL CHECK (kind IN ('entry', 'account', 'country', 'office', 'arbiter_title', 'duty')),
    -- The entrant, the site or the office; of the others since when.
    what TEXT NOT NULL CHECK (what <> ''),
    PRIMARY KEY (link_id, kind, what)
) STRICT, WITHOUT ROWID;

-- Members who say that they are somebody known by name, and what staff answered.
CREATE TABLE name_claims (
    claim_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    claimant_id TEXT NOT NULL REFERENCES people (person_id),
    claimed_at INTEGER NOT NULL,
    decided_at INTEGER CHECK (decided_at IS NULL OR decided_at >= claimed_at),
    decided_by TEXT REFERENCES people (person_id),
    granted INTEGER CHECK (granted IN (0, 1)),
    reason TEXT,
    CHECK ((decided_at IS NULL) = (granted IS NULL)),
    CHECK ((decided_at IS NULL) = (decided_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_claim_a_name ON name_claims (claimant_id, person_id) WHERE decided_at IS NULL;
CREATE INDEX name_claims_by_person_id ON name_claims (person_id);
CREATE INDEX name_claims_by_claimant_id ON name_claims (claimant_id);
CREATE INDEX name_claims_by_decided_by ON name_claims (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX open_name_claims_of_guild ON name_claims (guild_id, claimed_at) WHERE decided_at IS NULL;
