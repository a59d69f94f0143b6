-- When a match last went on after it had been stopped or adjourned: what it has time for counts anew from then.
ALTER TABLE contests ADD COLUMN resumed_at INTEGER;
