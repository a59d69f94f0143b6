-- A vote that stays below its quorum: from when who runs it is asked what becomes of it, and how often they were.
ALTER TABLE votes ADD COLUMN asked_from INTEGER;
ALTER TABLE votes ADD COLUMN asked INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0);
