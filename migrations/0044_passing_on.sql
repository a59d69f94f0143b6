-- How often a wish has passed on to the next in line who can sign, because nobody before them did.
ALTER TABLE signatures ADD COLUMN passed_on INTEGER NOT NULL DEFAULT 0 CHECK (passed_on >= 0);
-- What was declined or objected to lately is not asked for again.
CREATE INDEX signatures_refused ON signatures (guild_id, kind, ended_at) WHERE outcome IN ('declined', 'objected');
