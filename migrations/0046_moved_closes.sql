-- Shortly before check-in closes who runs the event is asked: it closes later, at once, or on time.
ALTER TABLE tournaments ADD COLUMN close_asked_at INTEGER;
ALTER TABLE tournaments ADD COLUMN close_extensions INTEGER NOT NULL DEFAULT 0 CHECK (close_extensions BETWEEN 0 AND 2);
ALTER TABLE tournaments ADD COLUMN close_called_at INTEGER;
