-- A bar may be from one event alone, given by its arbiter (AIJE-D01-2), and names the rule that was broken (AIJE-B01-AJ).
ALTER TABLE bars ADD COLUMN tournament_id TEXT REFERENCES tournaments (tournament_id);
ALTER TABLE bars ADD COLUMN rule TEXT;
CREATE INDEX bars_by_tournament_id ON bars (tournament_id) WHERE tournament_id IS NOT NULL;

-- Terms of cases as they were until a moment: what was decided before goes by them.
CREATE TABLE former_case_terms (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    until INTEGER NOT NULL,
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0),
    PRIMARY KEY (guild_id, until)
) STRICT;

-- Cases and votes that were open when the committee's channel was moved: they go on in the channel that they began in.
CREATE TABLE kept_channels (
    about TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    channel_id INTEGER NOT NULL
) STRICT;
CREATE INDEX kept_channels_by_guild_id ON kept_channels (guild_id);

-- Another start of an official event, asked for once somebody has registered: everybody registered agrees, or an officer decides.
CREATE TABLE start_changes (
    change_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    start_at INTEGER NOT NULL,
    asked_by TEXT NOT NULL REFERENCES people (person_id),
    asked_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT CHECK (outcome IN ('agreed', 'decided', 'refused', 'replaced', 'lapsed')),
    ended_by TEXT REFERENCES people (person_id),
    CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_start_change ON start_changes (tournament_id) WHERE ended_at IS NULL;
CREATE INDEX start_changes_by_tournament_id ON start_changes (tournament_id);
CREATE INDEX start_changes_by_asked_by ON start_changes (asked_by);
CREATE INDEX start_changes_by_ended_by ON start_changes (ended_by) WHERE ended_by IS NOT NULL;

CREATE TABLE start_agreements (
    change_id TEXT NOT NULL REFERENCES start_changes (change_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    agreed_at INTEGER NOT NULL,
    PRIMARY KEY (change_id, person_id)
) STRICT;
CREATE INDEX start_agreements_by_person_id ON start_agreements (person_id);
