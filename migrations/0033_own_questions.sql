-- What one server asks is answered out of its own rows, however much the others hold.
CREATE INDEX tournaments_unfinished_of_guild ON tournaments (guild_id, start_at, tournament_id) WHERE ended_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX votes_open_of_guild ON votes (guild_id, closes_at, vote_id) WHERE closed_at IS NULL;
CREATE INDEX absence_cases_open_of_event ON absence_cases (tournament_id) WHERE closed_at IS NULL;
-- Who left a list because of a bar, a link or another decision.
CREATE INDEX log_of_withdrawal ON log (why) WHERE act = 'withdraw';
-- Whether a message of long ago is a panel.
CREATE INDEX panels_by_message ON panels (message_id);
