-- Which vote barred somebody, and which one lifted a bar: its question is no reason, and nobody decided it alone.
ALTER TABLE bars ADD COLUMN vote_id TEXT REFERENCES votes (vote_id);
ALTER TABLE bars ADD COLUMN lift_vote_id TEXT REFERENCES votes (vote_id);
CREATE INDEX bars_by_vote_id ON bars (vote_id) WHERE vote_id IS NOT NULL;
CREATE INDEX bars_by_lift_vote_id ON bars (lift_vote_id) WHERE lift_vote_id IS NOT NULL;
