-- The form of a series is let go after a time as all others are.
ALTER TABLE circuit_forms ADD COLUMN typed_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX circuit_forms_by_age ON circuit_forms (typed_at);
