-- Moments are UTC milliseconds since the epoch. Ids of ours are text, made by the application; Discord's are integers.

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

CREATE TABLE arbiter_titles (
    person_id TEXT NOT NULL REFERENCES people (person_id),
    title TEXT NOT NULL CHECK (title IN ('ANP', 'AN', 'AJ', 'AI')),
    since INTEGER NOT NULL,
    until INTEGER,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_arbiter_title ON arbiter_titles (person_id) WHERE until IS NULL;

CREATE TABLE duty (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER,
    PRIMARY KEY (person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX on_duty_once ON duty (person_id) WHERE until IS NULL;

CREATE TABLE rulebooks (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

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
    UNIQUE (tournament_id, person_id),
    UNIQUE (tournament_id, number)
) STRICT;
CREATE INDEX entrants_of_person ON entrants (person_id);

CREATE TABLE draws (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    number INTEGER NOT NULL CHECK (number > 0),
    link TEXT NOT NULL,
    entrants_list TEXT NOT NULL,
    list_hash TEXT NOT NULL,
    salt TEXT NOT NULL,
    seed TEXT NOT NULL,
    drawn_at INTEGER NOT NULL,
    drawn_by TEXT REFERENCES people (person_id),
    reason TEXT,
    PRIMARY KEY (tournament_id, number),
    CHECK (number = 1 OR (drawn_by IS NOT NULL AND reason IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE contests (
    contest_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id),
    draw_number INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('preliminary', 'main', 'semifinal', 'final', 'third_place')),
    round INTEGER NOT NULL CHECK (round >= 0),
    position INTEGER NOT NULL CHECK (position >= 0),
    best_of INTEGER NOT NULL CHECK (best_of > 0 AND best_of % 2 = 1),
    bye_reason TEXT CHECK (bye_reason IN ('rating', 'lot', 'vacant')),
    created_at INTEGER NOT NULL,
    arbiter_id TEXT REFERENCES people (person_id),
    assigned_at INTEGER,
    called_at INTEGER,
    suspended_at INTEGER,
    -- The score between games, as the arbiter recorded it.
    running_score TEXT NOT NULL DEFAULT '0-0',
    voided_at INTEGER,
    void_reason TEXT,
    CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
    CHECK (called_at IS NULL OR assigned_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX one_contest_a_place ON contests (tournament_id, stage = 'third_place', round, position)
    WHERE voided_at IS NULL;
CREATE INDEX contests_of_arbiter ON contests (arbiter_id) WHERE voided_at IS NULL;

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
    CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_report ON reports (contest_id) WHERE closed_at IS NULL;

-- Settled scores: a correction is a new row, and the old one says until when it stood.
CREATE TABLE results (
    result_id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    score TEXT NOT NULL,
    walkover_games TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('played', 'walkover', 'double_walkover', 'withdrawal')),
    settled_at INTEGER NOT NULL,
    settled_by TEXT REFERENCES people (person_id),
    reason TEXT,
    superseded_at INTEGER
) STRICT;
CREATE UNIQUE INDEX one_result_stands ON results (contest_id) WHERE superseded_at IS NULL;

CREATE TABLE recordings (
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    link TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    added_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (contest_id, link)
) STRICT, WITHOUT ROWID;

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

-- Seats held in another kind of event (AIJE-D01-2): who holds one may not enter the Open.
CREATE TABLE seats (
    guild_id INTEGER NOT NULL REFERENCES guilds (guild_id),
    event TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    since INTEGER NOT NULL,
    until INTEGER,
    given_by TEXT NOT NULL REFERENCES people (person_id),
    PRIMARY KEY (guild_id, event, person_id, since)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_each ON seats (guild_id, event, person_id) WHERE until IS NULL;

CREATE TABLE rating_lists (
    list_id TEXT PRIMARY KEY,
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
CREATE INDEX outbox_waiting ON outbox (sequence) WHERE state IN ('pending', 'sending');
CREATE INDEX outbox_of_subject ON outbox (subject, kind);

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

CREATE TABLE outages (
    down_from INTEGER PRIMARY KEY,
    up_at INTEGER NOT NULL CHECK (up_at > down_from)
) STRICT;

CREATE TABLE vital_signs (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seen_at INTEGER NOT NULL
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
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
