-- Who has run events here, and when last: Discord does not say who organises, but the log says who has.
CREATE INDEX log_of_staff ON log (guild_id, at) WHERE act IN ('create_tournament', 'edit_tournament', 'cancel_tournament', 'describe_event', 'pause_event', 'resume_event', 'seed_by_hand', 'enter_list', 'remove', 'redraw', 'on_duty', 'assign_arbiter', 'name_chief', 'name_deputy', 'take_round_robin', 'forbid_pair', 'allow_pair', 'set_time', 'lift_time', 'record_score', 'suspend_match', 'resume_match', 'annul_game', 'annul_match', 'correct_result', 'create_series', 'add_to_series', 'remove_from_series');

-- What somebody who plays in an event wants to decide about it, or has decided, because nobody else was there.
-- `given` holds what the verb takes, as JSON. `line` is the line of the log by which it can be taken back.
CREATE TABLE own_acts (
    act_id TEXT PRIMARY KEY NOT NULL,
    guild_id INTEGER NOT NULL,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    contest_id TEXT REFERENCES contests (contest_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    act TEXT NOT NULL,
    verb TEXT NOT NULL,
    given TEXT NOT NULL,
    is_owner INTEGER NOT NULL,
    is_organiser INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    ground TEXT,
    agree_by INTEGER,
    done_at INTEGER,
    line INTEGER,
    ended_at INTEGER,
    ending TEXT
) STRICT;
CREATE INDEX own_acts_of_event ON own_acts (tournament_id);
CREATE INDEX own_acts_of_match ON own_acts (contest_id);
CREATE INDEX own_acts_open ON own_acts (asked_at) WHERE agree_by IS NOT NULL AND ended_at IS NULL;
CREATE INDEX own_acts_of_person ON own_acts (person_id);

CREATE TABLE own_act_objections (
    act_id TEXT NOT NULL REFERENCES own_acts (act_id) ON DELETE CASCADE,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    objected_at INTEGER NOT NULL,
    PRIMARY KEY (act_id, person_id)
) STRICT;
CREATE INDEX own_act_objections_by_person ON own_act_objections (person_id);
