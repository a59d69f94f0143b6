-- In events whose rounds last days each match has days of its own, in which its two sides agree on a time.
CREATE TABLE match_windows (
    contest_id TEXT NOT NULL PRIMARY KEY REFERENCES contests (contest_id),
    -- A match that is annulled is opened anew, and what was agreed on before is no part of it any more.
    opened_at INTEGER NOT NULL,
    -- When the message about it was delivered: its days count from here on.
    told_at INTEGER CHECK (told_at IS NULL OR told_at >= opened_at),
    -- How long staff have prolonged it.
    prolonged_until INTEGER,
    -- When the organisers were asked what becomes of a match without a time.
    asked_at INTEGER,
    -- When it was seen that nothing is left to agree on: called, settled, or taken out of the event.
    closed_at INTEGER,
    -- Discord's own entry for the time that stands.
    calendar_event_id INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE match_proposals (
    proposal_id TEXT NOT NULL PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES match_windows (contest_id),
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    made_by TEXT NOT NULL REFERENCES people (person_id),
    play_at INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    told_at INTEGER,
    ending TEXT CHECK (ending IN ('accepted', 'declined', 'withdrawn', 'overtaken')),
    ended_at INTEGER,
    -- Nobody where the match got another time.
    ended_by TEXT REFERENCES people (person_id),
    CHECK (play_at > made_at),
    CHECK ((ending IS NULL) = (ended_at IS NULL)),
    CHECK (ended_by IS NULL OR ending IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_proposals_by_contest_id ON match_proposals (contest_id);
CREATE INDEX match_proposals_by_made_by ON match_proposals (made_by);
CREATE INDEX match_proposals_by_ended_by ON match_proposals (ended_by) WHERE ended_by IS NOT NULL;

CREATE TABLE match_times (
    contest_id TEXT NOT NULL REFERENCES match_windows (contest_id),
    number INTEGER NOT NULL CHECK (number > 0),
    play_at INTEGER NOT NULL,
    fixed_at INTEGER NOT NULL,
    -- Who accepted the proposal, or of staff set the time.
    fixed_by TEXT NOT NULL REFERENCES people (person_id),
    -- None where staff have set it, who give a reason.
    proposal_id TEXT REFERENCES match_proposals (proposal_id),
    reason TEXT,
    told_at INTEGER,
    ending TEXT CHECK (ending IN ('moved', 'set_anew', 'lifted', 'missed')),
    ended_at INTEGER,
    -- Nobody where it was missed.
    ended_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, number),
    CHECK ((proposal_id IS NULL) = (reason IS NOT NULL)),
    CHECK ((ending IS NULL) = (ended_at IS NULL)),
    CHECK (ended_by IS NULL OR ending IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_time_of_a_match ON match_times (contest_id) WHERE ending IS NULL;
CREATE INDEX match_times_by_fixed_by ON match_times (fixed_by);
CREATE INDEX match_times_by_proposal_id ON match_times (proposal_id) WHERE proposal_id IS NOT NULL;
CREATE INDEX match_times_by_ended_by ON match_times (ended_by) WHERE ended_by IS NOT NULL;

-- By whose clocks somebody types a time.
CREATE TABLE person_zones (
    person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (person_id),
    zone TEXT NOT NULL,
    chosen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
