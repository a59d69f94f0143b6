-- Events that staff have stopped for a time: while a pause lasts no clock of the event runs and no window of it closes.
CREATE TABLE event_pauses (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    paused_at INTEGER NOT NULL,
    paused_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    -- When it is over by itself.
    until_at INTEGER NOT NULL,
    resumed_at INTEGER,
    -- Nobody where its time had come.
    resumed_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, paused_at),
    CHECK (until_at > paused_at),
    CHECK (resumed_at BETWEEN paused_at AND until_at),
    CHECK (resumed_by IS NULL OR resumed_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_event_pause_at_a_time ON event_pauses (tournament_id) WHERE resumed_at IS NULL;
CREATE INDEX event_pauses_by_paused_by ON event_pauses (paused_by);
CREATE INDEX event_pauses_by_resumed_by ON event_pauses (resumed_by) WHERE resumed_by IS NOT NULL;
