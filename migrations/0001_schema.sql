-- The schema of version 1.0. This file is never edited: what changes later is a file of its own.
-- Moments are UTC milliseconds since the epoch. Ids of ours are text, made by the application; Discord's are integers.
-- Every reference has an index, so that finding what refers to a person, an event or a bar costs what is found,
-- whatever other servers hold and however long the history is. Where few rows have the reference, only they are in it.

CREATE TABLE guilds (
    guild_id INTEGER PRIMARY KEY,
    owner_id INTEGER NOT NULL,
    language TEXT NOT NULL CHECK (language IN ('en-US', 'pt-BR', 'es-ES', 'it')),
    time_zone TEXT NOT NULL,
    announcements_channel INTEGER,
    matches_channel INTEGER,
    committee_channel INTEGER,
    record_channel INTEGER,
    organiser_role INTEGER,
    set_up_at INTEGER
) STRICT;

-- The one table with people's names: everything else refers to the id.
CREATE TABLE people (
    person_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    discord_id INTEGER,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    language TEXT CHECK (language IN ('en-US', 'pt-BR', 'es-ES', 'it')),
    known_since INTEGER NOT NULL,
    UNIQUE (guild_id, discord_id)
) STRICT;

-- Who holds or held an account of a game site. One account belongs to one person at a time.
CREATE TABLE accounts (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    site TEXT NOT NULL,
    account_key TEXT NOT NULL,
    account_name TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    held_from INTEGER NOT NULL,
    held_until INTEGER CHECK (held_until IS NULL OR held_until >= held_from),
    PRIMARY KEY (guild_id, site, account_key, person_id, held_from)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_holder_per_account ON accounts (guild_id, site, account_key) WHERE held_until IS NULL;
CREATE UNIQUE INDEX one_account_per_holder ON accounts (person_id, site) WHERE held_until IS NULL;
CREATE INDEX accounts_by_person_id ON accounts (person_id);

CREATE TABLE tournaments (
    tournament_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    rulebook TEXT NOT NULL,
    rulebook_hash TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL REFERENCES people (person_id),
    commitment TEXT NOT NULL,
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    draw_number INTEGER NOT NULL DEFAULT 0,
    announced_at INTEGER,
    check_in_opened_at INTEGER,
    reminded INTEGER NOT NULL DEFAULT 0,
    check_in_closed_at INTEGER,
    drawn_at INTEGER,
    first_call_at INTEGER,
    ended_at INTEGER,
    cancelled_at INTEGER,
    cancel_reason TEXT,
    scheduled_event INTEGER,
    CHECK ((cancelled_at IS NULL) = (cancel_reason IS NULL)),
    CHECK (drawn_at IS NULL OR check_in_closed_at IS NOT NULL),
    CHECK (ended_at IS NULL OR drawn_at IS NOT NULL)
) STRICT;
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, start_at);
CREATE INDEX tournaments_by_created_by ON tournaments (created_by);
CREATE INDEX tournaments_unfinished ON tournaments (start_at, tournament_id) WHERE ended_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX tournaments_in_the_calendar ON tournaments (scheduled_event) WHERE scheduled_event IS NOT NULL;

-- A second claim to an account that somebody holds: staff decides.
CREATE TABLE account_claims (
    claim_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    site TEXT NOT NULL,
    account_key TEXT NOT NULL,
    account_name TEXT NOT NULL,
    claimant_id TEXT NOT NULL REFERENCES people (person_id),
    holder_id TEXT NOT NULL REFERENCES people (person_id),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    claimed_at INTEGER NOT NULL,
    decided_at INTEGER,
    decided_by TEXT REFERENCES people (person_id),
    granted INTEGER CHECK (granted IN (0, 1)),
    reason TEXT,
    CHECK ((decided_at IS NULL) = (granted IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_claim ON account_claims (guild_id, site, account_key, claimant_id) WHERE decided_at IS NULL;
CREATE INDEX account_claims_by_claimant_id ON account_claims (claimant_id);
CREATE INDEX account_claims_by_holder_id ON account_claims (holder_id);
CREATE INDEX account_claims_by_tournament_id ON account_claims (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX account_claims_by_decided_by ON account_claims (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE offices (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    office TEXT NOT NULL CHECK (office IN ('president', 'leader')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, office, since, person_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_holder_per_office ON offices (guild_id, office) WHERE until IS NULL;
CREATE INDEX offices_by_person_id ON offices (person_id);
CREATE INDEX offices_by_given_by ON offices (given_by);

CREATE TABLE arbiter_titles (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('ANP', 'AN', 'AJ', 'AI')),
    since INTEGER NOT NULL,
    until INTEGER,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_arbiter_title ON arbiter_titles (person_id) WHERE until IS NULL;
CREATE INDEX arbiter_titles_by_given_by ON arbiter_titles (given_by);

CREATE TABLE duty (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER,
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX on_duty_once ON duty (person_id) WHERE until IS NULL;
CREATE INDEX duty_of_guild ON duty (guild_id, since);

CREATE TABLE rulebooks (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX rulebooks_by_saved_by ON rulebooks (saved_by);

-- What an organiser typed and has not confirmed yet; a press carries the id, so that it survives a restart.
CREATE TABLE drafts (
    draft_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    name TEXT,
    rulebook TEXT,
    start_at INTEGER,
    drafted_at INTEGER NOT NULL,
    CHECK (tournament_id IS NOT NULL OR (name IS NOT NULL AND rulebook IS NOT NULL AND start_at IS NOT NULL))
) STRICT;
CREATE INDEX drafts_by_person_id ON drafts (person_id);
CREATE INDEX drafts_by_tournament_id ON drafts (tournament_id) WHERE tournament_id IS NOT NULL;

CREATE TABLE entrants (
    entrant_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    number INTEGER NOT NULL CHECK (number > 0),
    registered_at INTEGER NOT NULL,
    entered_by TEXT NOT NULL REFERENCES people (person_id),
    checked_in_at INTEGER,
    withdrawn_at INTEGER,
    -- Decided once, at the close of confirmation.
    outcome TEXT CHECK (outcome IN ('starter', 'absent', 'left_over')),
    enters_in INTEGER NOT NULL DEFAULT 1 CHECK (enters_in > 0),
    club TEXT CHECK (length(club) BETWEEN 1 AND 80),
    team_name TEXT CHECK (length(team_name) BETWEEN 1 AND 80),
    -- The grade with which an entrant was drawn; a fact of the event, whatever becomes of the person's grade.
    grade TEXT CHECK (grade GLOB '[1-9]*[dkp]'),
    -- Whether who was entered has said so by any press: nobody answers for the absence from what only others wanted.
    own_word INTEGER NOT NULL DEFAULT 1 CHECK (own_word IN (0, 1)),
    UNIQUE (tournament_id, person_id),
    UNIQUE (tournament_id, number)
) STRICT;
CREATE INDEX entrants_of_person ON entrants (person_id);
CREATE INDEX entrants_by_entered_by ON entrants (entered_by);

CREATE TABLE draws (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    purpose TEXT NOT NULL DEFAULT 'field' CHECK (purpose IN ('field', 'round', 'lot')),
    link TEXT NOT NULL,
    entrants_list TEXT NOT NULL,
    list_hash TEXT NOT NULL,
    salt TEXT NOT NULL,
    seed TEXT NOT NULL,
    drawn_at INTEGER NOT NULL,
    drawn_by TEXT REFERENCES people (person_id),
    reason TEXT,
    PRIMARY KEY (tournament_id, number),
    CHECK (number = 1 OR purpose <> 'field' OR (drawn_by IS NOT NULL AND reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX draws_by_drawn_by ON draws (drawn_by) WHERE drawn_by IS NOT NULL;

CREATE TABLE contests (
    contest_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    draw_number INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('preliminary', 'main', 'semifinal', 'final', 'third_place', 'group', 'lower',
        'placement', 'play_off')),
    group_number INTEGER NOT NULL DEFAULT 0 CHECK (group_number >= 0),
    round INTEGER NOT NULL CHECK (round >= 0),
    position INTEGER NOT NULL CHECK (position >= 0),
    best_of INTEGER NOT NULL CHECK (best_of > 0),
    play_all INTEGER NOT NULL DEFAULT 0 CHECK (play_all IN (0, 1)),
    drawable INTEGER NOT NULL DEFAULT 0 CHECK (drawable IN (0, 1)),
    bye_reason TEXT CHECK (bye_reason IN ('rating', 'lot', 'vacant', 'seed', 'pairing', 'rest')),
    created_at INTEGER NOT NULL,
    arbiter_id TEXT REFERENCES people (person_id),
    assigned_at INTEGER,
    called_at INTEGER,
    suspended_at INTEGER,
    running_score TEXT NOT NULL DEFAULT '0-0',
    voided_at INTEGER,
    void_reason TEXT,
    CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
    CHECK (called_at IS NULL OR assigned_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX one_contest_a_place ON contests (tournament_id,
    CASE stage WHEN 'preliminary' THEN 'bracket' WHEN 'semifinal' THEN 'bracket' WHEN 'final' THEN 'bracket'
    WHEN 'main' THEN 'bracket' ELSE stage END, group_number, round, position) WHERE voided_at IS NULL;
CREATE INDEX contests_of_arbiter ON contests (arbiter_id) WHERE voided_at IS NULL;
CREATE INDEX contests_of_tournament ON contests (tournament_id, round) WHERE voided_at IS NULL;
CREATE INDEX contests_by_number ON contests (tournament_id, position) WHERE voided_at IS NULL;
CREATE INDEX contests_by_tournament_id ON contests (tournament_id);
CREATE INDEX contests_by_arbiter_id ON contests (arbiter_id) WHERE arbiter_id IS NOT NULL;

CREATE TABLE contest_sides (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 3),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    PRIMARY KEY (contest_id, side),
    UNIQUE (contest_id, entrant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX contests_of_entrant ON contest_sides (entrant_id);

-- One row for each time a side was waited for; the clock runs from started_at to ended_at.
CREATE TABLE absence_clocks (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 3),
    started_at INTEGER NOT NULL,
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= started_at),
    games_before TEXT NOT NULL,
    PRIMARY KEY (contest_id, side, started_at)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_running_clock ON absence_clocks (contest_id, side) WHERE ended_at IS NULL;

CREATE TABLE reports (
    report_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    score TEXT NOT NULL,
    reported_at INTEGER NOT NULL,
    reminded_at INTEGER,
    answer TEXT CHECK (answer IN ('confirmed', 'disputed', 'stood', 'overruled', 'withdrawn')),
    answered_at INTEGER,
    answered_by TEXT REFERENCES people (person_id),
    dispute TEXT,
    escalated_at INTEGER,
    closed_at INTEGER,
    particulars TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(particulars)),
    doubted_at INTEGER CHECK (doubted_at IS NULL OR doubted_at > 0),
    counter_score TEXT,
    counter_particulars TEXT CHECK ((counter_particulars IS NULL) = (counter_score IS NULL)),
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_report ON reports (contest_id) WHERE closed_at IS NULL;
CREATE INDEX reports_by_contest_id ON reports (contest_id);
CREATE INDEX reports_by_person_id ON reports (person_id);
CREATE INDEX reports_by_answered_by ON reports (answered_by) WHERE answered_by IS NOT NULL;

-- Settled scores: a correction is a new row, and the old one says until when it stood.
CREATE TABLE results (
    result_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    score TEXT NOT NULL,
    walkover_games TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('played', 'walkover', 'double_walkover', 'withdrawal', 'no_result',
        'both_lost')),
    draws INTEGER NOT NULL DEFAULT 0 CHECK (draws >= 0),
    -- What the format tells beyond the score, as JSON: moves of a draw, influence, boards; '{}' where there is nothing.
    particulars TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(particulars)),
    reported_at INTEGER,
    paired_as_winner INTEGER CHECK (paired_as_winner IN (0, 1)),
    settled_at INTEGER NOT NULL,
    settled_by TEXT REFERENCES people (person_id),
    reason TEXT,
    superseded_at INTEGER
) STRICT;
CREATE UNIQUE INDEX one_result_stands ON results (contest_id) WHERE superseded_at IS NULL;
CREATE INDEX results_by_contest_id ON results (contest_id);
CREATE INDEX results_by_settled_by ON results (settled_by) WHERE settled_by IS NOT NULL;

CREATE TABLE recordings (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    link TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    added_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, link)
) STRICT, WITHOUT ROWID;
CREATE INDEX recordings_by_added_by ON recordings (added_by);

CREATE TABLE absence_cases (
    case_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason IN ('not_confirmed', 'confirmed_never_played')),
    opened_at INTEGER NOT NULL,
    event_at INTEGER NOT NULL,
    noticed_at INTEGER,
    justification TEXT,
    proof TEXT,
    justified_at INTEGER,
    reminded INTEGER NOT NULL DEFAULT 0,
    verdict TEXT CHECK (verdict IN ('accepted', 'declined')),
    verdict_by TEXT REFERENCES people (person_id),
    verdict_reason TEXT,
    verdict_at INTEGER,
    review_reminded_at INTEGER,
    closed_at INTEGER,
    close_reason TEXT,
    UNIQUE (tournament_id, person_id),
    CHECK ((justification IS NULL) = (justified_at IS NULL)),
    CHECK ((verdict IS NULL) = (verdict_at IS NULL))
) STRICT;
CREATE INDEX absence_cases_by_person_id ON absence_cases (person_id);
CREATE INDEX absence_cases_by_verdict_by ON absence_cases (verdict_by) WHERE verdict_by IS NOT NULL;
CREATE INDEX absence_cases_open ON absence_cases (opened_at) WHERE closed_at IS NULL;

CREATE TABLE bars (
    bar_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason IN ('unjustified_absence', 'disqualified')),
    explanation TEXT,
    since INTEGER NOT NULL,
    until INTEGER,
    case_id TEXT REFERENCES absence_cases (case_id),
    barred_by TEXT REFERENCES people (person_id),
    lifted_at INTEGER,
    lifted_by TEXT REFERENCES people (person_id),
    lift_reason TEXT,
    -- Nobody lifts a bar that falls by itself, as when a corrected result shows that the person played.
    CHECK ((lifted_at IS NULL) = (lift_reason IS NULL)),
    CHECK (lifted_by IS NULL OR lifted_at IS NOT NULL),
    CHECK (reason <> 'disqualified' OR (explanation IS NOT NULL AND barred_by IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX one_bar_a_case ON bars (case_id) WHERE case_id IS NOT NULL AND lifted_at IS NULL;
CREATE INDEX bars_of_person ON bars (person_id);
CREATE INDEX bars_by_case_id ON bars (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX bars_by_barred_by ON bars (barred_by) WHERE barred_by IS NOT NULL;
CREATE INDEX bars_by_lifted_by ON bars (lifted_by) WHERE lifted_by IS NOT NULL;
CREATE INDEX bars_in_force ON bars (guild_id, since) WHERE lifted_at IS NULL;

CREATE TABLE seat_rounds (
    round_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    round_of TEXT NOT NULL CHECK (round_of IN ('league', 'title')),
    league_id TEXT REFERENCES tournaments (tournament_id),
    open_id TEXT REFERENCES tournaments (tournament_id),
    candidates_id TEXT REFERENCES tournaments (tournament_id),
    champion_id TEXT REFERENCES people (person_id),
    proposed_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    confirmed_by TEXT REFERENCES people (person_id),
    -- Every seat had its player; said once.
    filled_at INTEGER,
    league_played_at INTEGER,
    candidates_played_at INTEGER,
    world_played_at INTEGER,
    closed_at INTEGER,
    closed_by TEXT REFERENCES people (person_id),
    CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
    CHECK ((round_of = 'league') = (league_id IS NOT NULL AND open_id IS NOT NULL)),
    CHECK ((round_of = 'title') = (candidates_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX one_round_proposed ON seat_rounds (guild_id, round_of)
    WHERE confirmed_at IS NULL AND closed_at IS NULL;
CREATE UNIQUE INDEX one_round_stands ON seat_rounds (guild_id, round_of)
    WHERE confirmed_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX seat_rounds_by_league_id ON seat_rounds (league_id);
CREATE INDEX seat_rounds_by_open_id ON seat_rounds (open_id);
CREATE INDEX seat_rounds_by_candidates_id ON seat_rounds (candidates_id);
CREATE INDEX seat_rounds_by_champion_id ON seat_rounds (champion_id);
CREATE INDEX seat_rounds_by_confirmed_by ON seat_rounds (confirmed_by);
CREATE INDEX seat_rounds_by_closed_by ON seat_rounds (closed_by);

-- Seats held in another kind of event (AIJE-D01-2): who holds one may not enter the Open.
CREATE TABLE seats (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    event TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    -- The round that a seat came from; none where it was given by hand.
    round_id TEXT REFERENCES seat_rounds (round_id),
    -- Why a seat was given by hand, which everybody reads.
    reason TEXT,
    PRIMARY KEY (guild_id, event, person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_each ON seats (guild_id, event, person_id) WHERE until IS NULL;
CREATE INDEX seats_by_person_id ON seats (person_id);
CREATE INDEX seats_by_given_by ON seats (given_by);
CREATE INDEX seats_by_round_id ON seats (round_id) WHERE round_id IS NOT NULL;

CREATE TABLE rating_lists (
    sequence INTEGER PRIMARY KEY,
    list_id TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    tournament_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    published_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rating_lists_of_guild ON rating_lists (guild_id, published_at);

CREATE TABLE ratings (
    list_id TEXT NOT NULL REFERENCES rating_lists (list_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    rating REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (list_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_person_id ON ratings (person_id);

CREATE TABLE deadlines (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_by_moment ON deadlines (due_at, subject, kind);

CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY,
    outbox_id TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL,
    promised_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'delivered', 'parked')),
    attempts INTEGER NOT NULL DEFAULT 0,
    channel_id INTEGER,
    message_id INTEGER,
    delivered_at INTEGER,
    refusal TEXT
) STRICT;
CREATE INDEX outbox_of_subject ON outbox (subject, kind);
CREATE INDEX outbox_pending ON outbox (sequence) WHERE state = 'pending';
CREATE INDEX outbox_sending ON outbox (sequence) WHERE state = 'sending';
CREATE INDEX outbox_parked ON outbox (guild_id, sequence) WHERE state = 'parked';
CREATE INDEX outbox_complaints ON outbox (guild_id, promised_at) WHERE kind = 'cannot_work';
CREATE INDEX outbox_of_target ON outbox (target);

-- Live messages that are kept true: what a panel shows is derived, where it stands is a fact.
CREATE TABLE panels (
    panel TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    stale_at INTEGER,
    edited_at INTEGER NOT NULL
) STRICT;
CREATE INDEX panels_stale ON panels (stale_at, panel) WHERE stale_at IS NOT NULL;

CREATE TABLE outages (
    down_from INTEGER PRIMARY KEY,
    up_at INTEGER NOT NULL CHECK (up_at > down_from)
) STRICT;
-- Times in which no press could be taken are recorded however short; a look at the latest must not read them all.
CREATE INDEX outages_by_end ON outages (up_at);

CREATE TABLE vital_signs (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seen_at INTEGER NOT NULL,
    -- How far the machine's clock was ahead of Discord's time when last looked at, in milliseconds; nothing while it is right.
    clock_off INTEGER
) STRICT;

CREATE TABLE log (
    sequence INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    actor_id TEXT,
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    tournament_id TEXT,
    why TEXT,
    details TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX log_of_tournament ON log (tournament_id, sequence);
CREATE INDEX log_of_subject ON log (subject, sequence);
CREATE INDEX log_of_guild ON log (guild_id, sequence);
-- Whom a line of the log is about stands in its details.
CREATE INDEX log_of_actor ON log (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX log_of_person ON log (json_extract(details, '$.person'));
CREATE INDEX log_of_entrant ON log (json_extract(details, '$.entrant'));
CREATE INDEX log_of_undone ON log (json_extract(details, '$.line')) WHERE act = 'undo';
-- A line of the log that is about two people is found by either.
CREATE INDEX log_of_other ON log (json_extract(details, '$.other')) WHERE json_extract(details, '$.other') IS NOT NULL;

-- Kinds of procedure that a server wrote for itself; those of the association come with the bot.
CREATE TABLE procedures (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX procedures_by_saved_by ON procedures (saved_by);

CREATE TABLE votes (
    vote_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    kind TEXT NOT NULL,
    -- The kind as it was when the vote opened; later changes of the file touch no open vote.
    rules TEXT NOT NULL,
    question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 1000),
    subject_id TEXT REFERENCES people (person_id),
    reference TEXT,
    opened_at INTEGER NOT NULL,
    opened_by TEXT REFERENCES people (person_id),
    closes_at INTEGER NOT NULL CHECK (closes_at >= opened_at),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    ballot INTEGER NOT NULL DEFAULT 1 CHECK (ballot IN (1, 2)),
    first_ballot TEXT UNIQUE REFERENCES votes (vote_id),
    effect_lasts INTEGER,
    extensions INTEGER NOT NULL DEFAULT 0,
    reminded_at INTEGER,
    closed_at INTEGER,
    outcome TEXT CHECK (outcome IN ('passed', 'rejected', 'no_quorum', 'run_off', 'cancelled')),
    elected TEXT REFERENCES people (person_id),
    lot TEXT NOT NULL DEFAULT '',
    cancelled_by TEXT REFERENCES people (person_id),
    cancel_reason TEXT,
    ground TEXT,
    proof TEXT NOT NULL DEFAULT '',
    CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CHECK ((ballot = 2) = (first_ballot IS NOT NULL)),
    CHECK (elected IS NULL OR outcome = 'passed'),
    CHECK (cancel_reason IS NULL OR outcome = 'cancelled')
) STRICT;
CREATE INDEX votes_of_guild ON votes (guild_id, opened_at);
CREATE INDEX votes_of_subject ON votes (subject_id);
CREATE INDEX votes_by_opened_by ON votes (opened_by) WHERE opened_by IS NOT NULL;
CREATE INDEX votes_by_elected ON votes (elected) WHERE elected IS NOT NULL;
CREATE INDEX votes_by_cancelled_by ON votes (cancelled_by) WHERE cancelled_by IS NOT NULL;
CREATE INDEX votes_open ON votes (closes_at, vote_id) WHERE closed_at IS NULL;
-- The last petition and the last election of a server are found without walking its votes.
CREATE INDEX votes_ended ON votes (guild_id, kind, outcome, closed_at);

CREATE TABLE vote_candidates (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    position INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (vote_id, position),
    UNIQUE (vote_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_candidates_by_person_id ON vote_candidates (person_id);

CREATE TABLE vote_electors (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    position INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    why TEXT NOT NULL,
    struck_at INTEGER,
    PRIMARY KEY (vote_id, position),
    UNIQUE (vote_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_of_elector ON vote_electors (person_id);

CREATE TABLE vote_recusals (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    why TEXT NOT NULL,
    recused_at INTEGER NOT NULL,
    PRIMARY KEY (vote_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_recusals_by_person_id ON vote_recusals (person_id);

-- What was typed of a vote whose representatives are still to be chosen; the menu carries the id, and survives a restart.
CREATE TABLE vote_drafts (
    draft_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    kind TEXT NOT NULL,
    question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 1000),
    subject_id TEXT REFERENCES people (person_id),
    drafted_at INTEGER NOT NULL,
    ground TEXT,
    proof TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX vote_drafts_by_person_id ON vote_drafts (person_id);
CREATE INDEX vote_drafts_by_subject_id ON vote_drafts (subject_id) WHERE subject_id IS NOT NULL;

-- One present ballot a person; a change of mind replaces it and leaves no trace.
CREATE TABLE ballots (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    choice TEXT NOT NULL,
    cast_at INTEGER NOT NULL,
    PRIMARY KEY (vote_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ballots_by_person_id ON ballots (person_id);

-- Why somebody missed a vote, given within 72 hours of its close (AIJE-A02-6).
CREATE TABLE vote_excuses (
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    accepted INTEGER CHECK (accepted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    PRIMARY KEY (vote_id, person_id),
    CHECK ((accepted IS NULL) = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_excuses_by_person_id ON vote_excuses (person_id);
CREATE INDEX vote_excuses_by_decided_by ON vote_excuses (decided_by) WHERE decided_by IS NOT NULL;

-- Who never sits on the committee again (AIJE-A02-5).
CREATE TABLE committee_exclusions (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    since INTEGER NOT NULL,
    vote_id TEXT NOT NULL REFERENCES votes (vote_id)
) STRICT;
CREATE INDEX committee_exclusions_by_vote_id ON committee_exclusions (vote_id);

-- Expelled players (AIJE-A02-2). The Discord account is kept so that a new name is no way back in.
CREATE TABLE expulsions (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    discord_id INTEGER,
    vote_id TEXT NOT NULL REFERENCES votes (vote_id),
    bar_id TEXT NOT NULL REFERENCES bars (bar_id),
    expelled_at INTEGER NOT NULL,
    readmission_from INTEGER NOT NULL CHECK (readmission_from > expelled_at),
    readmitted_at INTEGER,
    readmitted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (person_id, expelled_at),
    CHECK ((readmitted_at IS NULL) = (readmitted_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX expulsions_of_member ON expulsions (guild_id, discord_id);
CREATE INDEX expulsions_by_vote_id ON expulsions (vote_id);
CREATE INDEX expulsions_by_bar_id ON expulsions (bar_id);
CREATE INDEX expulsions_by_readmitted_by ON expulsions (readmitted_by) WHERE readmitted_by IS NOT NULL;

-- What stands in place of an expelled person's name, in the server's language.
CREATE TABLE tombstones (
    language TEXT PRIMARY KEY CHECK (language IN ('en-US', 'pt-BR', 'es-ES', 'it')),
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO tombstones (language, name) VALUES
    ('en-US', 'former member'),
    ('es-ES', 'exmiembro'),
    ('it', 'ex membro'),
    ('pt-BR', 'ex-membro');

-- Where a person plays for, since when they say so; the latest stands.
CREATE TABLE countries (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    country TEXT NOT NULL CHECK (length(country) = 2),
    since INTEGER NOT NULL,
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;

-- That NM rests beside an arbiter title follows from the arbiter title, so it is not written here.
CREATE TABLE master_titles (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('NM', 'CMA', 'MA', 'IM', 'GM')),
    since INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    until INTEGER,
    ended_why TEXT CHECK (ended_why IN ('lost', 'laid_down', 'erased')),
    PRIMARY KEY (person_id, title, since),
    CHECK ((until IS NULL) = (ended_why IS NULL)),
    CHECK (title <> 'NM' OR ended_why IS NULL OR ended_why = 'erased')
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_of_each_master_title ON master_titles (person_id, title) WHERE until IS NULL;
CREATE INDEX master_titles_by_given_by ON master_titles (given_by);

CREATE TABLE exams (
    exam_id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('ANP', 'AN')),
    sat_at INTEGER NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    examiner_id TEXT NOT NULL REFERENCES people (person_id)
) STRICT;
CREATE INDEX exams_of_person ON exams (person_id, sat_at);
CREATE INDEX exams_by_examiner_id ON exams (examiner_id);

CREATE TABLE world_titles (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    event TEXT NOT NULL CHECK (length(event) BETWEEN 1 AND 80),
    won_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    -- The match in which it was won; NULL where somebody put the title on record by hand.
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    -- When a correction of the match took it back; the line stays.
    lost_at INTEGER CHECK (lost_at IS NULL OR tournament_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX one_champion_of_each_event ON world_titles (guild_id, event) WHERE lost_at IS NULL;
CREATE UNIQUE INDEX one_champion_of_each_match ON world_titles (tournament_id) WHERE lost_at IS NULL;
CREATE INDEX world_titles_by_person_id ON world_titles (person_id);
CREATE INDEX world_titles_by_recorded_by ON world_titles (recorded_by);
CREATE INDEX world_titles_by_tournament_id ON world_titles (tournament_id) WHERE tournament_id IS NOT NULL;

CREATE TABLE title_proposals (
    proposal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'loss')),
    title TEXT NOT NULL CHECK (title IN ('NM', 'CMA', 'MA', 'IM', 'GM', 'ANP', 'AN', 'AJ', 'AI')),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    proposed_at INTEGER NOT NULL,
    -- Set where the candidate still has to lay master titles down (AIJE-B01-2).
    approved_at INTEGER,
    approved_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    decided_by TEXT REFERENCES people (person_id),
    outcome TEXT CHECK (outcome IN ('done', 'declined', 'lapsed')),
    CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
    CHECK ((decided_at IS NULL) = (outcome IS NULL)),
    CHECK (outcome = 'lapsed' OR (decided_at IS NULL) = (decided_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_proposal ON title_proposals (person_id, title) WHERE decided_at IS NULL;
CREATE INDEX proposals_of_guild ON title_proposals (guild_id, decided_at);
CREATE INDEX title_proposals_by_person_id ON title_proposals (person_id);
CREATE INDEX title_proposals_by_tournament_id ON title_proposals (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX title_proposals_by_approved_by ON title_proposals (approved_by) WHERE approved_by IS NOT NULL;
CREATE INDEX title_proposals_by_decided_by ON title_proposals (decided_by) WHERE decided_by IS NOT NULL;

-- A community's own terms; without a row the bot's hold.
CREATE TABLE case_terms (
    guild_id INTEGER PRIMARY KEY REFERENCES guilds (guild_id),
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0)
) STRICT;

CREATE TABLE case_files (
    file_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    number INTEGER NOT NULL CHECK (number > 0),
    accused_id TEXT NOT NULL REFERENCES people (person_id),
    -- None where staff acted by itself.
    reporter_id TEXT REFERENCES people (person_id),
    ground TEXT NOT NULL CHECK (ground IN ('outside_help', 'program_help', 'fixed_game', 'conduct', 'neglect',
        'withdrawal', 'disturbance', 'ceremony')),
    account TEXT NOT NULL,
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    contest_id TEXT REFERENCES contests (contest_id),
    opened_at INTEGER NOT NULL,
    reply_within INTEGER NOT NULL CHECK (reply_within > 0),
    appeal_within INTEGER NOT NULL CHECK (appeal_within > 0),
    noticed_at INTEGER,
    thread_id INTEGER,
    reporter_named_at INTEGER,
    reminded_at INTEGER,
    over_told_at INTEGER,
    CHECK (contest_id IS NULL OR tournament_id IS NOT NULL),
    UNIQUE (guild_id, number)
) STRICT;
CREATE INDEX case_files_of_accused ON case_files (accused_id);
CREATE INDEX case_files_by_reporter_id ON case_files (reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX case_files_by_tournament_id ON case_files (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX case_files_by_contest_id ON case_files (contest_id) WHERE contest_id IS NOT NULL;
CREATE INDEX case_files_in_threads ON case_files (thread_id) WHERE thread_id IS NOT NULL;

CREATE TABLE file_statements (
    sequence INTEGER PRIMARY KEY,
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    voiced TEXT NOT NULL CHECK (voiced IN ('report', 'reply', 'evidence')),
    person_id TEXT REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX statements_of_file ON file_statements (file_id, sequence);
CREATE INDEX file_statements_by_person_id ON file_statements (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE file_pauses (
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    paused_at INTEGER NOT NULL,
    paused_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    resumed_at INTEGER CHECK (resumed_at IS NULL OR resumed_at >= paused_at),
    resumed_by TEXT REFERENCES people (person_id),
    resume_reason TEXT,
    PRIMARY KEY (file_id, paused_at),
    CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
    CHECK ((resumed_at IS NULL) = (resume_reason IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_pause_at_a_time ON file_pauses (file_id) WHERE resumed_at IS NULL;
CREATE INDEX file_pauses_by_paused_by ON file_pauses (paused_by);
CREATE INDEX file_pauses_by_resumed_by ON file_pauses (resumed_by) WHERE resumed_by IS NOT NULL;

CREATE TABLE file_verdicts (
    file_id TEXT PRIMARY KEY REFERENCES case_files (file_id),
    penalty TEXT NOT NULL CHECK (penalty IN ('dismissed', 'warned', 'game_lost', 'both_lost', 'prize_withheld',
        'lowered', 'disqualified', 'suspended', 'barred', 'expelled')),
    decided_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    decided_at INTEGER NOT NULL,
    until INTEGER,
    bar_id TEXT REFERENCES bars (bar_id),
    told_at INTEGER,
    CHECK ((penalty = 'suspended') = (until IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX file_verdicts_by_decided_by ON file_verdicts (decided_by);
CREATE INDEX file_verdicts_by_bar_id ON file_verdicts (bar_id) WHERE bar_id IS NOT NULL;

-- A settled result that does not count any more for one side or both; the result itself stays on record (GO-23.1).
CREATE TABLE annulments (
    annulment_id TEXT PRIMARY KEY,
    file_id TEXT NOT NULL REFERENCES case_files (file_id),
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    annulled_at INTEGER NOT NULL,
    annulled_by TEXT NOT NULL REFERENCES people (person_id),
    undone_at INTEGER,
    undone_by TEXT REFERENCES people (person_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX annulled_once ON annulments (file_id, contest_id, entrant_id) WHERE undone_at IS NULL;
CREATE INDEX annulments_of_contest ON annulments (contest_id);
CREATE INDEX annulments_by_file_id ON annulments (file_id);
CREATE INDEX annulments_by_entrant_id ON annulments (entrant_id);
CREATE INDEX annulments_by_annulled_by ON annulments (annulled_by);
CREATE INDEX annulments_by_undone_by ON annulments (undone_by) WHERE undone_by IS NOT NULL;

-- Points that a vote took for walkover games, from the absent player alone (AIJE-D01-5.3, AIJE-B02-2).
CREATE TABLE rating_penalties (
    penalty_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    case_id TEXT NOT NULL REFERENCES absence_cases (case_id),
    vote_id TEXT NOT NULL UNIQUE REFERENCES votes (vote_id),
    games INTEGER NOT NULL CHECK (games > 0),
    points REAL NOT NULL CHECK (points > 0),
    list_id TEXT NOT NULL REFERENCES rating_lists (list_id),
    taken_at INTEGER NOT NULL,
    returned_at INTEGER,
    -- None where a corrected result shows that the person was there, or a vote returned the points.
    returned_by TEXT REFERENCES people (person_id),
    return_reason TEXT,
    CHECK ((returned_at IS NULL) = (return_reason IS NULL)),
    CHECK (returned_by IS NULL OR returned_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX one_rating_penalty_a_case ON rating_penalties (case_id) WHERE returned_at IS NULL;
CREATE INDEX rating_penalties_of_person ON rating_penalties (person_id);
CREATE INDEX rating_penalties_by_case_id ON rating_penalties (case_id);
CREATE INDEX rating_penalties_by_list_id ON rating_penalties (list_id);
CREATE INDEX rating_penalties_by_returned_by ON rating_penalties (returned_by) WHERE returned_by IS NOT NULL;

CREATE TABLE same_persons (
    link_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    first_id TEXT NOT NULL REFERENCES people (person_id),
    second_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    undone_at INTEGER CHECK (undone_at IS NULL OR undone_at >= recorded_at),
    undone_by TEXT REFERENCES people (person_id),
    undo_reason TEXT,
    CHECK (first_id <> second_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
    CHECK ((undone_at IS NULL) = (undo_reason IS NULL))
) STRICT;
CREATE INDEX same_persons_by_first_id ON same_persons (first_id);
CREATE INDEX same_persons_by_second_id ON same_persons (second_id);
CREATE INDEX same_persons_by_recorded_by ON same_persons (recorded_by);
CREATE INDEX same_persons_by_undone_by ON same_persons (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX same_persons_of_guild ON same_persons (guild_id, recorded_at) WHERE undone_at IS NULL;

-- One appeal against each verdict or bar.
CREATE TABLE appeals (
    appeal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    file_id TEXT UNIQUE REFERENCES case_files (file_id),
    bar_id TEXT UNIQUE REFERENCES bars (bar_id),
    penalty_id TEXT UNIQUE REFERENCES rating_penalties (penalty_id),
    contest_id TEXT UNIQUE REFERENCES contests (contest_id),
    link_id TEXT UNIQUE REFERENCES same_persons (link_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    statement TEXT NOT NULL,
    links TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    granted INTEGER CHECK (granted IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    reason TEXT,
    decided_at INTEGER,
    CHECK ((file_id IS NOT NULL) + (bar_id IS NOT NULL) + (penalty_id IS NOT NULL) + (contest_id IS NOT NULL)
        + (link_id IS NOT NULL) = 1),
    CHECK ((granted IS NULL) = (decided_at IS NULL)),
    CHECK ((granted IS NULL) = (decided_by IS NULL)),
    CHECK ((granted IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX appeals_by_person_id ON appeals (person_id);
CREATE INDEX appeals_by_decided_by ON appeals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX appeals_waiting ON appeals (guild_id, made_at) WHERE granted IS NULL;

CREATE TABLE stand_ins (
    stand_in_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    office TEXT NOT NULL CHECK (office IN ('president', 'leader')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until > since),
    named_by TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX one_stand_in_per_office ON stand_ins (guild_id, office) WHERE ended_at IS NULL;
CREATE INDEX stand_ins_by_person_id ON stand_ins (person_id);
CREATE INDEX stand_ins_by_named_by ON stand_ins (named_by);
CREATE INDEX stand_ins_of_guild ON stand_ins (guild_id, office, since);

-- Projects and suggestions, which the leader approves or declines (AIJE-A01-3).
CREATE TABLE suggestions (
    suggestion_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    number INTEGER NOT NULL CHECK (number > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    suggestion TEXT NOT NULL CHECK (length(suggestion) BETWEEN 1 AND 1500),
    made_at INTEGER NOT NULL,
    approved INTEGER CHECK (approved IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    reason TEXT,
    UNIQUE (guild_id, number),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK (approved IS NOT 0 OR reason IS NOT NULL)
) STRICT;
CREATE INDEX suggestions_by_person_id ON suggestions (person_id);
CREATE INDEX suggestions_by_decided_by ON suggestions (decided_by) WHERE decided_by IS NOT NULL;

-- Whose data was let go at their own wish. The account's number is kept only while a bar or an open case needs it.
CREATE TABLE erasures (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    discord_id INTEGER,
    erased_at INTEGER NOT NULL
) STRICT;
CREATE INDEX erasures_of_member ON erasures (guild_id, discord_id);
CREATE INDEX erasures_with_number ON erasures (person_id) WHERE discord_id IS NOT NULL;

-- Discord roles that show who holds what; they follow the registry and grant nothing.
CREATE TABLE mirror_roles (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    stands_for TEXT NOT NULL CHECK (stands_for IN ('president', 'leader', 'ANP', 'AN', 'AJ', 'AI')),
    role_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, stands_for),
    UNIQUE (guild_id, role_id)
) STRICT, WITHOUT ROWID;

-- An offence and what it cost. What was taken back stays on record.
CREATE TABLE warnings (
    warning_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    game INTEGER NOT NULL CHECK (game > 0),
    offence TEXT NOT NULL CHECK (offence <> ''),
    price TEXT NOT NULL CHECK (price IN ('warning', 'lost_turn', 'lost_turn_and_warning', 'lost_game')),
    lost_game INTEGER NOT NULL CHECK (lost_game IN (0, 1)),
    note TEXT,
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= given_at),
    taken_back_by TEXT REFERENCES people (person_id),
    why TEXT,
    CHECK (price <> 'lost_game' OR lost_game = 1),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL)),
    CHECK ((taken_back_at IS NULL) = (why IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX warnings_of_contest ON warnings (contest_id);
CREATE INDEX warnings_of_person ON warnings (person_id);
CREATE INDEX warnings_by_entrant_id ON warnings (entrant_id);
CREATE INDEX warnings_by_given_by ON warnings (given_by);
CREATE INDEX warnings_by_taken_back_by ON warnings (taken_back_by) WHERE taken_back_by IS NOT NULL;

-- The chief arbiter of an event and the deputies, who decide what arbiters pass up.
CREATE TABLE event_officers (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    role TEXT NOT NULL CHECK (role IN ('chief', 'deputy')),
    named_at INTEGER NOT NULL,
    named_by TEXT NOT NULL REFERENCES people (person_id),
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= named_at),
    PRIMARY KEY (tournament_id, person_id, named_at)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_role_in_an_event ON event_officers (tournament_id, person_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX one_chief_of_an_event ON event_officers (tournament_id) WHERE role = 'chief' AND ended_at IS NULL;
CREATE INDEX event_officers_by_person_id ON event_officers (person_id);
CREATE INDEX event_officers_by_named_by ON event_officers (named_by);

-- Arbiters whom the chief has relieved of their duty in an event.
CREATE TABLE reliefs (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    relieved_at INTEGER NOT NULL,
    relieved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reliefs_by_person_id ON reliefs (person_id);
CREATE INDEX reliefs_by_relieved_by ON reliefs (relieved_by);

CREATE TABLE closing_reports (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    report TEXT NOT NULL CHECK (report <> ''),
    filed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX closing_reports_by_person_id ON closing_reports (person_id);

-- Ceremonies that an event has stated, who was there, and reprimands of who was not.
CREATE TABLE ceremonies (
    ceremony_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    name TEXT NOT NULL CHECK (name <> ''),
    held_at INTEGER NOT NULL,
    stated_at INTEGER NOT NULL CHECK (stated_at < held_at),
    stated_by TEXT NOT NULL REFERENCES people (person_id),
    cancelled_at INTEGER,
    reminded_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX ceremonies_of_tournament ON ceremonies (tournament_id);
CREATE INDEX ceremonies_by_stated_by ON ceremonies (stated_by);

CREATE TABLE ceremony_attendance (
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (ceremony_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    -- Excused: absent with good reason.
    attendance TEXT NOT NULL CHECK (attendance IN ('present', 'excused')),
    noted_at INTEGER NOT NULL,
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (ceremony_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ceremony_attendance_by_person_id ON ceremony_attendance (person_id);
CREATE INDEX ceremony_attendance_by_noted_by ON ceremony_attendance (noted_by);

CREATE TABLE reprimands (
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (ceremony_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    reason TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (ceremony_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reprimands_by_person_id ON reprimands (person_id);
CREATE INDEX reprimands_by_given_by ON reprimands (given_by);

-- Results that both players and the arbiter have confirmed; a later correction of the match has another moment.
CREATE TABLE confirmed_results (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    settled_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL CHECK (confirmed_at >= settled_at),
    confirmed_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, settled_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX confirmed_results_by_confirmed_by ON confirmed_results (confirmed_by);

-- Official events that a national arbiter would create: each waits for the President (AIJE-B01-AN).
CREATE TABLE event_proposals (
    proposal_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    proposed_at INTEGER NOT NULL,
    approved INTEGER CHECK (approved IN (0, 1)),
    decided_by TEXT REFERENCES people (person_id),
    decided_at INTEGER,
    reason TEXT,
    tournament_id TEXT UNIQUE REFERENCES tournaments (tournament_id),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK ((approved IS 1) = (tournament_id IS NOT NULL)),
    CHECK ((approved IS 0) = (reason IS NOT NULL))
) STRICT;
CREATE INDEX event_proposals_of_guild ON event_proposals (guild_id, proposed_at);
CREATE INDEX event_proposals_by_person_id ON event_proposals (person_id);
CREATE INDEX event_proposals_by_decided_by ON event_proposals (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE jeek_games (
    game_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    challenger_id TEXT NOT NULL REFERENCES people (person_id),
    challenged_id TEXT NOT NULL REFERENCES people (person_id),
    base_ms INTEGER NOT NULL CHECK (base_ms > 0),
    increment_ms INTEGER NOT NULL CHECK (increment_ms >= 0),
    wished TEXT CHECK (wished IN ('white', 'black')),
    challenged_at INTEGER NOT NULL,
    challenger_colour TEXT CHECK (challenger_colour IN ('white', 'black')),
    started_at INTEGER CHECK (started_at >= challenged_at),
    -- What the side to move has marked: bit 0 is A1, bit 15 is D4.
    chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen BETWEEN 0 AND 65535),
    ended_at INTEGER,
    ending TEXT CHECK (ending IN ('last_piece', 'resigned', 'time', 'declined', 'withdrawn')),
    loser TEXT CHECK (loser IN ('white', 'black')),
    CHECK (challenger_id <> challenged_id),
    CHECK ((challenger_colour IS NULL) = (started_at IS NULL)),
    CHECK ((ended_at IS NULL) = (ending IS NULL)),
    CHECK ((loser IS NOT NULL) = (ending IS NOT NULL AND ending IN ('last_piece', 'resigned', 'time'))),
    CHECK (loser IS NULL OR started_at IS NOT NULL)
) STRICT;
-- What a person still has to do with: one game in play, one challenge of their own that waits.
CREATE INDEX jeek_games_open_of_challenger ON jeek_games (challenger_id) WHERE ended_at IS NULL;
CREATE INDEX jeek_games_open_of_challenged ON jeek_games (challenged_id) WHERE ended_at IS NULL;
CREATE INDEX jeek_games_by_challenger_id ON jeek_games (challenger_id);
CREATE INDEX jeek_games_by_challenged_id ON jeek_games (challenged_id);

CREATE TABLE jeek_moves (
    game_id TEXT NOT NULL REFERENCES jeek_games (game_id),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 16),
    move INTEGER NOT NULL CHECK (move BETWEEN 1 AND 65535),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- A round that an entrant announced to miss, and the first round of who came later.
CREATE TABLE round_absences (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    round INTEGER NOT NULL CHECK (round > 0),
    announced_at INTEGER NOT NULL,
    announced_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (entrant_id, round)
) STRICT, WITHOUT ROWID;
CREATE INDEX round_absences_by_announced_by ON round_absences (announced_by);

-- A team is an entrant whose person is its captain; the board is 0 for a substitute.
CREATE TABLE team_members (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    board INTEGER NOT NULL CHECK (board >= 0),
    school_year INTEGER CHECK (school_year BETWEEN 0 AND 13),
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (entrant_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_member_a_board ON team_members (entrant_id, board) WHERE board > 0;
CREATE INDEX teams_of_person ON team_members (person_id);

-- Who sits where in one contest, where it is named anew for each; a board may seat a group.
CREATE TABLE line_ups (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    board INTEGER NOT NULL CHECK (board > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    given_at INTEGER NOT NULL,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side, board, person_id),
    UNIQUE (contest_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX line_ups_by_person_id ON line_ups (person_id);
CREATE INDEX line_ups_by_given_by ON line_ups (given_by);

-- The lobby of an arena: who waits since when; closed when the person was paired or left.
CREATE TABLE lobby (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    since INTEGER NOT NULL,
    until INTEGER CHECK (until IS NULL OR until >= since),
    PRIMARY KEY (entrant_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX waiting_once ON lobby (entrant_id) WHERE until IS NULL;

-- A community's own game sheets; one with the id of a game that comes with the bot stands in its place (OLY-7).
CREATE TABLE game_sheets (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    game_id TEXT NOT NULL CHECK (length(game_id) BETWEEN 1 AND 40),
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 10),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    sheet TEXT NOT NULL CHECK (length(sheet) BETWEEN 1 AND 4000),
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, game_id, language)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_sheets_by_saved_by ON game_sheets (saved_by);

CREATE TABLE table_absences (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 3),
    noted_at INTEGER NOT NULL,
    -- Nobody where the player left the event.
    noted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_absences_by_noted_by ON table_absences (noted_by) WHERE noted_by IS NOT NULL;

-- The newest deck of an entrant is the one that counts; older ones stay, so that a refusal has what it was about.
CREATE TABLE decks (
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    number INTEGER NOT NULL CHECK (number > 0),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 130000),
    submitted_at INTEGER NOT NULL,
    PRIMARY KEY (entrant_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX decks_by_person_id ON decks (person_id);

-- A card that a judge refuses, with the reason: it holds for every deck of the event (OTE-1.5).
CREATE TABLE refused_cards (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    card TEXT NOT NULL CHECK (length(card) BETWEEN 1 AND 20),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    refused_at INTEGER NOT NULL,
    refused_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, card)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_cards_by_refused_by ON refused_cards (refused_by);

-- Who holds the title that an event is for, and the colours that the champion chose before the start.
CREATE TABLE title_holders (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    named_at INTEGER NOT NULL,
    -- NULL where the registry itself knows the champion.
    named_by TEXT REFERENCES people (person_id),
    first_colour TEXT CHECK (first_colour IN ('first', 'second')),
    first_chosen_at INTEGER,
    last_colour TEXT CHECK (last_colour IN ('first', 'second')),
    last_chosen_at INTEGER,
    CHECK ((first_colour IS NULL) = (first_chosen_at IS NULL)),
    CHECK ((last_colour IS NULL) = (last_chosen_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX title_holders_by_person_id ON title_holders (person_id);
CREATE INDEX title_holders_by_named_by ON title_holders (named_by) WHERE named_by IS NOT NULL;

-- What was said of each game, in order; a later word on the same game decides it anew. What was taken back stays.
CREATE TABLE series_games (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    game INTEGER NOT NULL CHECK (game > 0),
    winner INTEGER CHECK (winner IN (0, 1)),
    decision TEXT NOT NULL CHECK (decision IN ('played', 'awarded', 'annulled')),
    reason TEXT,
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= recorded_at),
    taken_back_by TEXT REFERENCES people (person_id),
    -- How a game of a match that is told one by one came to its end, as far as anybody said.
    how TEXT CHECK (how IN ('board', 'resigned', 'time', 'rule', 'agreed')),
    PRIMARY KEY (contest_id, entry),
    CHECK (decision <> 'awarded' OR winner IS NOT NULL),
    CHECK (decision <> 'annulled' OR winner IS NULL),
    CHECK (decision = 'played' OR reason IS NOT NULL),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX series_games_by_recorded_by ON series_games (recorded_by);
CREATE INDEX series_games_by_taken_back_by ON series_games (taken_back_by) WHERE taken_back_by IS NOT NULL;

-- What a player says of the game under way, until the other side says the same or the game is recorded.
CREATE TABLE game_claims (
    contest_id TEXT PRIMARY KEY REFERENCES contests (contest_id),
    game INTEGER NOT NULL CHECK (game > 0),
    winner INTEGER CHECK (winner IN (0, 1)),
    claimed_at INTEGER NOT NULL,
    claimed_by TEXT NOT NULL REFERENCES people (person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_claims_by_claimed_by ON game_claims (claimed_by);

-- Pauses that sides took, technical trouble, and when somebody ended what stopped the match.
CREATE TABLE match_stops (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    act TEXT NOT NULL CHECK (act IN ('pause', 'trouble', 'go_on')),
    side INTEGER CHECK (side IN (0, 1)),
    pauses INTEGER NOT NULL DEFAULT 0 CHECK (pauses >= 0),
    acted_at INTEGER NOT NULL,
    acted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry),
    CHECK ((act = 'pause') = (side IS NOT NULL)),
    CHECK ((act = 'pause') = (pauses > 0))
) STRICT, WITHOUT ROWID;
CREATE INDEX match_stops_by_acted_by ON match_stops (acted_by);

CREATE TABLE seat_invitations (
    round_id TEXT NOT NULL REFERENCES seat_rounds (round_id),
    asked TEXT NOT NULL CHECK (asked IN ('league', 'candidates', 'match', 'world')),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    made_at INTEGER NOT NULL,
    -- Runs from the delivered message on.
    answer_until INTEGER,
    answer TEXT CHECK (answer IN ('accepted', 'declined', 'silent', 'shut_out')),
    answered_at INTEGER,
    answered_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (round_id, asked, person_id),
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_invitations_by_person_id ON seat_invitations (person_id);
CREATE INDEX seat_invitations_by_answered_by ON seat_invitations (answered_by);

CREATE TABLE seat_matches (
    tournament_id TEXT PRIMARY KEY REFERENCES tournaments (tournament_id),
    round_id TEXT NOT NULL REFERENCES seat_rounds (round_id),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 2),
    league_person TEXT NOT NULL REFERENCES people (person_id),
    open_person TEXT NOT NULL REFERENCES people (person_id)
) STRICT;
CREATE INDEX seat_matches_of_round ON seat_matches (round_id, number);
CREATE INDEX seat_matches_by_league_person ON seat_matches (league_person);
CREATE INDEX seat_matches_by_open_person ON seat_matches (open_person);

CREATE TABLE adjournments (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    number INTEGER NOT NULL CHECK (number > 0),
    adjourned_at INTEGER NOT NULL,
    -- Nobody where the rulebook's stated time had come.
    adjourned_by TEXT REFERENCES people (person_id),
    goes_on_at INTEGER NOT NULL,
    resumed_at INTEGER CHECK (resumed_at IS NULL OR resumed_at >= adjourned_at),
    -- Nobody where the stated moment had come.
    resumed_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, number),
    CHECK (goes_on_at > adjourned_at),
    CHECK (resumed_by IS NULL OR resumed_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_adjournment_at_a_time ON adjournments (contest_id) WHERE resumed_at IS NULL;
CREATE INDEX adjournments_by_adjourned_by ON adjournments (adjourned_by) WHERE adjourned_by IS NOT NULL;
CREATE INDEX adjournments_by_resumed_by ON adjournments (resumed_by) WHERE resumed_by IS NOT NULL;

-- What each side had used, board by board: [[board, first side, second side], …] in milliseconds. The last one counts.
CREATE TABLE time_notes (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    kind TEXT NOT NULL CHECK (kind IN ('read', 'split', 'ruled')),
    used TEXT NOT NULL CHECK (json_valid(used)),
    reason TEXT CHECK (reason <> ''),
    noted_at INTEGER NOT NULL,
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX time_notes_by_noted_by ON time_notes (noted_by);

CREATE TABLE time_note_confirmations (
    contest_id TEXT NOT NULL,
    entry INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    confirmed_at INTEGER NOT NULL,
    confirmed_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry, side),
    FOREIGN KEY (contest_id, entry) REFERENCES time_notes (contest_id, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX time_note_confirmations_by_entry ON time_note_confirmations (entry);
CREATE INDEX time_note_confirmations_by_confirmed_by ON time_note_confirmations (confirmed_by);

CREATE TABLE forbidden_pairs (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    first_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    second_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    reason TEXT NOT NULL CHECK (reason <> ''),
    forbidden_at INTEGER NOT NULL,
    forbidden_by TEXT NOT NULL REFERENCES people (person_id),
    lifted_at INTEGER CHECK (lifted_at IS NULL OR lifted_at >= forbidden_at),
    lifted_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, first_id, second_id, forbidden_at),
    CHECK (first_id < second_id),
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX a_pair_is_forbidden_once ON forbidden_pairs (tournament_id, first_id, second_id)
    WHERE lifted_at IS NULL;
CREATE INDEX forbidden_pairs_by_first_id ON forbidden_pairs (first_id);
CREATE INDEX forbidden_pairs_by_second_id ON forbidden_pairs (second_id);
CREATE INDEX forbidden_pairs_by_forbidden_by ON forbidden_pairs (forbidden_by);
CREATE INDEX forbidden_pairs_by_lifted_by ON forbidden_pairs (lifted_by) WHERE lifted_by IS NOT NULL;

-- A match between teams in which the winner stays on (GO-26.6): what was said of it. What was taken back stays.
CREATE TABLE stay_on_words (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    -- In the order of being said.
    entry INTEGER NOT NULL CHECK (entry > 0),
    -- In the order of the match: a word that puts an earlier one right takes its place.
    place INTEGER NOT NULL CHECK (place > 0),
    kind TEXT NOT NULL CHECK (kind IN ('won', 'drawn', 'given', 'left')),
    -- Who won or was given the game, or whose player left.
    side INTEGER CHECK (side IN (0, 1)),
    -- Who left.
    person_id TEXT REFERENCES people (person_id),
    reason TEXT,
    said_at INTEGER NOT NULL,
    said_by TEXT NOT NULL REFERENCES people (person_id),
    taken_back_at INTEGER CHECK (taken_back_at IS NULL OR taken_back_at >= said_at),
    taken_back_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (contest_id, entry),
    CHECK ((kind = 'drawn') = (side IS NULL)),
    CHECK ((kind = 'left') = (person_id IS NOT NULL)),
    CHECK (kind IN ('won', 'drawn') OR reason IS NOT NULL),
    CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX stay_on_words_by_person_id ON stay_on_words (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX stay_on_words_by_said_by ON stay_on_words (said_by);
CREATE INDEX stay_on_words_by_taken_back_by ON stay_on_words (taken_back_by) WHERE taken_back_by IS NOT NULL;

CREATE TABLE grades (
    grade_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    grade TEXT NOT NULL CHECK (grade GLOB '[1-9]*[dkp]'),
    origin TEXT NOT NULL CHECK (origin IN ('declared', 'promotion')),
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    said_at INTEGER NOT NULL,
    confirmed_at INTEGER CHECK (confirmed_at IS NULL OR confirmed_at >= said_at),
    decided_by TEXT REFERENCES people (person_id),
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= said_at),
    CHECK (confirmed_at IS NULL OR decided_by IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_grade_counts ON grades (person_id) WHERE confirmed_at IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX one_grade_of_a_kind_waits ON grades (person_id, origin)
    WHERE confirmed_at IS NULL AND ended_at IS NULL;
CREATE INDEX grades_by_person_id ON grades (person_id);
CREATE INDEX grades_by_tournament_id ON grades (tournament_id);
CREATE INDEX grades_by_decided_by ON grades (decided_by) WHERE decided_by IS NOT NULL;

-- Pauses of a casual game of Jeek (AIJE-D03-4): each press, in order; what stands on the clocks follows from them.
CREATE TABLE jeek_pauses (
    game_id TEXT NOT NULL REFERENCES jeek_games (game_id),
    entry INTEGER NOT NULL CHECK (entry > 0),
    act TEXT NOT NULL CHECK (act IN ('pause', 'ready')),
    colour TEXT NOT NULL CHECK (colour IN ('white', 'black')),
    pauses INTEGER NOT NULL DEFAULT 0 CHECK (pauses >= 0),
    pressed_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, entry),
    CHECK ((act = 'pause') = (pauses > 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE guesses (
    contest_id TEXT PRIMARY KEY REFERENCES contests (contest_id),
    hider INTEGER NOT NULL CHECK (hider IN (0, 1)),
    why TEXT NOT NULL CHECK (why IN ('grade', 'lot')),
    secret TEXT NOT NULL CHECK (length(secret) = 64),
    opened_at INTEGER NOT NULL,
    said TEXT CHECK (said IN ('odd', 'even')),
    said_at INTEGER CHECK (said_at IS NULL OR said_at >= opened_at),
    said_by TEXT REFERENCES people (person_id),
    first_side INTEGER CHECK (first_side IN (0, 1)),
    CHECK ((said IS NULL) = (said_at IS NULL)),
    CHECK ((said IS NULL) = (said_by IS NULL)),
    CHECK ((said IS NULL) = (first_side IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX guesses_by_said_by ON guesses (said_by) WHERE said_by IS NOT NULL;

-- What a player of an arena has reached, as counted from the player's results; nobody else has a row. Whatever changes
-- one of these results empties the row in the same statement, so that it is counted anew and never says something else.
CREATE TABLE arena_scores (
    entrant_id TEXT PRIMARY KEY REFERENCES entrants (entrant_id),
    points TEXT,
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    wins_in_a_row INTEGER NOT NULL DEFAULT 0 CHECK (wins_in_a_row >= 0),
    drew INTEGER NOT NULL DEFAULT 0 CHECK (drew IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX scores_to_count ON arena_scores (entrant_id) WHERE points IS NULL;

CREATE TABLE event_rules (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    rules TEXT NOT NULL CHECK (length(rules) BETWEEN 1 AND 3000),
    drafted_at INTEGER NOT NULL,
    drafted_by TEXT NOT NULL REFERENCES people (person_id),
    approved INTEGER CHECK (approved IN (0, 1)),
    reason TEXT CHECK (reason <> ''),
    decided_at INTEGER CHECK (decided_at IS NULL OR decided_at >= drafted_at),
    decided_by TEXT REFERENCES people (person_id),
    PRIMARY KEY (tournament_id, number),
    CHECK ((approved IS NULL) = (decided_at IS NULL)),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK (approved IS NULL OR approved = 1 OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_draft_of_rules_waits ON event_rules (tournament_id) WHERE approved IS NULL;
CREATE INDEX event_rules_by_drafted_by ON event_rules (drafted_by);
CREATE INDEX event_rules_by_decided_by ON event_rules (decided_by) WHERE decided_by IS NOT NULL;

-- What was asked of Discord and is not on record as made: each row is a doubt, and goes when the doubt is settled.
-- `what` names the thing (a promise by its id), `sign` tells it from its like: the channel, or the name asked for.
CREATE TABLE attempts (
    what TEXT PRIMARY KEY,
    sign TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;

-- Accounts that somebody held when a bar fell: while it is in force they change hands by staff alone.
CREATE TABLE kept_accounts (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    site TEXT NOT NULL,
    account_key TEXT NOT NULL,
    bar_id TEXT NOT NULL REFERENCES bars (bar_id),
    account_name TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    held_from INTEGER NOT NULL,
    PRIMARY KEY (guild_id, site, account_key, bar_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_accounts_by_person_id ON kept_accounts (person_id);
CREATE INDEX kept_accounts_by_bar_id ON kept_accounts (bar_id);

-- Places in teams that count for nothing yet: somebody who was asked and has not said yes, or a name that was typed.
-- Who says yes becomes a member (team_members).
CREATE TABLE team_places (
    place_id TEXT PRIMARY KEY,
    entrant_id TEXT NOT NULL REFERENCES entrants (entrant_id),
    person_id TEXT REFERENCES people (person_id),
    typed_name TEXT CHECK (length(typed_name) BETWEEN 1 AND 80),
    typed_account TEXT CHECK (length(typed_account) BETWEEN 1 AND 80),
    school_year INTEGER CHECK (school_year BETWEEN 0 AND 13),
    position INTEGER NOT NULL CHECK (position > 0),
    is_new INTEGER NOT NULL DEFAULT 0 CHECK (is_new IN (0, 1)),
    named_at INTEGER NOT NULL,
    declined_at INTEGER,
    CHECK ((person_id IS NULL) <> (typed_name IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_team ON team_places (entrant_id);
CREATE UNIQUE INDEX one_place_a_person ON team_places (person_id, entrant_id) WHERE person_id IS NOT NULL;

-- Players of a team who are waited for on their own board, from the start of the match on; the team itself is there.
CREATE TABLE board_clocks (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 1),
    board INTEGER NOT NULL CHECK (board > 0),
    started_at INTEGER NOT NULL,
    ended_at INTEGER CHECK (ended_at IS NULL OR ended_at >= started_at),
    -- milliseconds in which the match was suspended, outages apart
    rested INTEGER NOT NULL DEFAULT 0,
    noted_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, side, board, started_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_clocks_noted ON board_clocks (noted_by);

-- Whom the names of a record mean that an organiser is about to bring in: asked and answered before anything is written.
CREATE TABLE record_names (
    name_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    asked_by TEXT NOT NULL REFERENCES people (person_id),
    record TEXT NOT NULL,
    number INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    name TEXT NOT NULL,
    site TEXT,
    same_id TEXT REFERENCES people (person_id),
    person_id TEXT REFERENCES people (person_id),
    answered_at INTEGER,
    CHECK (person_id IS NULL OR answered_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_names_by_guild_id ON record_names (guild_id);
CREATE UNIQUE INDEX one_name_an_asker ON record_names (asked_by, file_id);
CREATE INDEX record_names_by_same_id ON record_names (same_id);
CREATE INDEX record_names_by_person_id ON record_names (person_id);

CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TRIGGER excluded_hold_no_title BEFORE INSERT ON arbiter_titles
    WHEN EXISTS (SELECT 1 FROM committee_exclusions e WHERE e.person_id = NEW.person_id)
    BEGIN SELECT RAISE(ABORT, 'whoever was expelled from the committee takes no arbiter title'); END;

CREATE TRIGGER statements_stay_as_made BEFORE UPDATE OF file_id, voiced, person_id, statement, links, made_at
    ON file_statements BEGIN SELECT RAISE(ABORT, 'statements are append-only'); END;

CREATE TRIGGER statements_are_kept BEFORE DELETE ON file_statements
    BEGIN SELECT RAISE(ABORT, 'statements are append-only'); END;

-- Lines of the log stay; of a line only the words and the account name of somebody who asked for it may go.
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
WHEN NOT (
    NEW.why IS NULL AND NEW.sequence = OLD.sequence AND NEW.at = OLD.at AND NEW.guild_id = OLD.guild_id
    AND NEW.actor_id IS OLD.actor_id AND NEW.act = OLD.act AND NEW.tournament_id IS OLD.tournament_id
    AND NEW.details = OLD.details
    AND (NEW.subject = OLD.subject OR (OLD.act = 'name_account' AND NEW.subject = 'account'))
)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

-- Whoever plays in an arena has been in its lobby.
CREATE TRIGGER result_told AFTER INSERT ON results BEGIN
    INSERT INTO arena_scores (entrant_id) SELECT entrant_id FROM contest_sides s WHERE s.contest_id = NEW.contest_id
        AND EXISTS (SELECT 1 FROM lobby l WHERE l.entrant_id = s.entrant_id)
        ON CONFLICT (entrant_id) DO UPDATE SET points = NULL;
END;

CREATE TRIGGER result_changed AFTER UPDATE ON results BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN
        (SELECT entrant_id FROM contest_sides WHERE contest_id IN (OLD.contest_id, NEW.contest_id));
END;

CREATE TRIGGER contest_taken_out AFTER UPDATE OF voided_at ON contests BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN
        (SELECT entrant_id FROM contest_sides WHERE contest_id = NEW.contest_id);
END;

CREATE TRIGGER result_annulled AFTER INSERT ON annulments BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id = NEW.entrant_id;
END;

CREATE TRIGGER result_restored AFTER UPDATE ON annulments BEGIN
    UPDATE arena_scores SET points = NULL WHERE entrant_id IN (OLD.entrant_id, NEW.entrant_id);
END;
