-- When the other side began to write what it sees differently: a report does not come to stand in the middle of that.

ALTER TABLE reports ADD COLUMN doubted_at INTEGER CHECK (doubted_at IS NULL OR doubted_at > 0);
