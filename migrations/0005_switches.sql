-- What a server has beside the commands that every server has: names of switches, with a space between two.
ALTER TABLE guilds ADD COLUMN switches TEXT NOT NULL DEFAULT '';
-- Who has officers, arbiters or events goes on with all that there is; nothing disappears from under anybody.
UPDATE guilds SET switches = 'accounts association cases decks go jeek seats teams' WHERE
    EXISTS (SELECT 1 FROM offices o WHERE o.guild_id = guilds.guild_id)
    OR EXISTS (SELECT 1 FROM tournaments t WHERE t.guild_id = guilds.guild_id)
    OR EXISTS (SELECT 1 FROM people p JOIN arbiter_titles a USING (person_id) WHERE p.guild_id = guilds.guild_id);

-- Which commands Discord was told of: those of every server (0), and those of one server alone.
CREATE TABLE told_commands (
    scope INTEGER PRIMARY KEY,
    -- Of what was told; empty while nothing was.
    digest TEXT NOT NULL DEFAULT '',
    -- By its name the number that Discord gave each command, as a JSON object.
    ids TEXT NOT NULL DEFAULT '{}',
    told_at INTEGER,
    -- Since when Discord takes nothing newer, and why; until the next time that it does.
    refused_at INTEGER,
    refused_for TEXT CHECK (refused_for IN ('forbidden', 'too_many', 'trouble')),
    CHECK ((refused_at IS NULL) = (refused_for IS NULL))
) STRICT;
