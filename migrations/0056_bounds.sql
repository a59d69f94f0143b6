-- What one server keeps is counted before more comes (bot/server/bounds_model.py): each count has its index.
-- Of all rows, since none has drawn less than nothing. Who does not say so as well does not take it for an index of
-- the server's open events.
CREATE INDEX tournaments_made ON tournaments (guild_id, created_at) WHERE draw_number >= 0;
CREATE INDEX tournaments_with_poster ON tournaments (guild_id, poster_id) WHERE poster_id IS NOT NULL;
CREATE INDEX case_files_opened ON case_files (guild_id, opened_at);
CREATE INDEX drafts_by_guild_id ON drafts (guild_id);

-- Of which server a proof is; those that are kept are of matches that have one.
ALTER TABLE dispute_proofs ADD COLUMN guild_id INTEGER REFERENCES guilds (guild_id);
UPDATE dispute_proofs SET guild_id = (
    SELECT t.guild_id FROM contests c JOIN tournaments t ON t.tournament_id = c.tournament_id
    WHERE c.contest_id = dispute_proofs.contest_id
);
CREATE INDEX dispute_proofs_by_guild_id ON dispute_proofs (guild_id);
