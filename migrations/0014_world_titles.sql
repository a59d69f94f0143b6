-- A world title follows the match that it was won in: where that is corrected, who had the title by it loses it on record.

CREATE TABLE world_titles_kept (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    event TEXT NOT NULL CHECK (length(event) BETWEEN 1 AND 80),
    won_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    -- The match in which it was won; NULL where somebody put the title on record by hand.
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    -- When a correction of the match took it back; the line stays.
    lost_at INTEGER CHECK (lost_at IS NULL OR tournament_id IS NOT NULL)
) STRICT;
INSERT INTO world_titles_kept (guild_id, person_id, event, won_at, recorded_at, recorded_by, tournament_id)
SELECT guild_id, person_id, event, won_at, recorded_at, recorded_by,
    (SELECT min(log.tournament_id) FROM log WHERE log.guild_id = world_titles.guild_id AND log.act = 'crown'
        AND log.tournament_id IS NOT NULL AND json_extract(log.details, '$.event') = world_titles.event)
FROM world_titles;
DROP TABLE world_titles;
ALTER TABLE world_titles_kept RENAME TO world_titles;
CREATE UNIQUE INDEX one_champion_of_each_event ON world_titles (guild_id, event) WHERE lost_at IS NULL;
CREATE UNIQUE INDEX one_champion_of_each_match ON world_titles (tournament_id) WHERE lost_at IS NULL;
