-- Events that come back by themselves. Their dates are derived from the pattern by the clocks of the server.
CREATE TABLE repeats (
    repeat_id TEXT NOT NULL PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    -- The event whose name, rules and text all of them have.
    model_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    made_by TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    rhythm TEXT NOT NULL CHECK (rhythm IN ('weekly', 'two_weeks', 'three_weeks', 'four_weeks', 'monthly')),
    -- The day of the date with the number 0, and what the clocks show then.
    anchor TEXT NOT NULL CHECK (length(anchor) = 10),
    minute_of_day INTEGER NOT NULL CHECK (minute_of_day BETWEEN 0 AND 1439),
    days_before INTEGER NOT NULL CHECK (days_before BETWEEN 0 AND 60),
    -- The first date that counts, and the last where there is one.
    from_number INTEGER NOT NULL CHECK (from_number >= 0),
    last_number INTEGER CHECK (last_number IS NULL OR last_number >= 0),
    stop TEXT CHECK (stop IN ('by_hand', 'too_few', 'maker_gone', 'no_right')),
    stopped_at INTEGER,
    -- Who stopped it, or has seen that it stopped by itself.
    heeded_by TEXT REFERENCES people (person_id),
    CHECK ((stop IS NULL) = (stopped_at IS NULL)),
    CHECK (heeded_by IS NULL OR stop IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX repeats_by_guild_id ON repeats (guild_id);
CREATE INDEX repeats_by_model_id ON repeats (model_id);
CREATE INDEX repeats_by_made_by ON repeats (made_by);
CREATE INDEX repeats_by_heeded_by ON repeats (heeded_by) WHERE heeded_by IS NOT NULL;

-- What was decided of single dates, and what became of them.
CREATE TABLE repeat_dates (
    repeat_id TEXT NOT NULL REFERENCES repeats (repeat_id),
    number INTEGER NOT NULL CHECK (number >= 0),
    skipped_by TEXT REFERENCES people (person_id),
    -- Where it starts at another time than by the pattern, and who said so.
    start_at INTEGER,
    changed_by TEXT REFERENCES people (person_id),
    -- The event that was announced for it.
    tournament_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    missed_at INTEGER,
    PRIMARY KEY (repeat_id, number),
    CHECK ((start_at IS NULL) = (changed_by IS NULL)),
    CHECK (tournament_id IS NULL OR (missed_at IS NULL AND skipped_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX repeat_dates_by_skipped_by ON repeat_dates (skipped_by) WHERE skipped_by IS NOT NULL;
CREATE INDEX repeat_dates_by_changed_by ON repeat_dates (changed_by) WHERE changed_by IS NOT NULL;
