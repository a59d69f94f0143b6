-- Who decides what: the last petition and the last election of a server are found without walking its votes, and a vote
-- on an expulsion keeps its ground and the proof.
CREATE INDEX votes_ended ON votes (guild_id, kind, outcome, closed_at);
ALTER TABLE votes ADD COLUMN ground TEXT;
ALTER TABLE votes ADD COLUMN proof TEXT NOT NULL DEFAULT '';
ALTER TABLE vote_drafts ADD COLUMN ground TEXT;
ALTER TABLE vote_drafts ADD COLUMN proof TEXT NOT NULL DEFAULT '';
