-- People who were only ever a name on a form of a team: the form made a new one each time that it was sent, and forgot none.
-- They stood in the list of people, were taken for those who really bear the name, and held their accounts.
-- Gone are those without Discord of whom nothing is known but such an account. Whoever plays or played for a team, was
-- seated in a result (whose text names people by id), or whom anybody decided, said or recorded anything about, stays.
CREATE TABLE ghosts (person_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO ghosts SELECT person_id FROM people WHERE discord_id IS NULL;
DELETE FROM ghosts WHERE person_id IN (
    SELECT person_id FROM absence_cases
    UNION ALL SELECT verdict_by FROM absence_cases
    UNION ALL SELECT claimant_id FROM account_claims
    UNION ALL SELECT decided_by FROM account_claims
    UNION ALL SELECT holder_id FROM account_claims
    UNION ALL SELECT adjourned_by FROM adjournments
    UNION ALL SELECT resumed_by FROM adjournments
    UNION ALL SELECT annulled_by FROM annulments
    UNION ALL SELECT undone_by FROM annulments
    UNION ALL SELECT decided_by FROM appeals
    UNION ALL SELECT person_id FROM appeals
    UNION ALL SELECT given_by FROM arbiter_titles
    UNION ALL SELECT person_id FROM arbiter_titles
    UNION ALL SELECT person_id FROM ballots
    UNION ALL SELECT barred_by FROM bars
    UNION ALL SELECT lifted_by FROM bars
    UNION ALL SELECT person_id FROM bars
    UNION ALL SELECT noted_by FROM board_clocks
    UNION ALL SELECT accused_id FROM case_files
    UNION ALL SELECT reporter_id FROM case_files
    UNION ALL SELECT stated_by FROM ceremonies
    UNION ALL SELECT noted_by FROM ceremony_attendance
    UNION ALL SELECT person_id FROM ceremony_attendance
    UNION ALL SELECT person_id FROM closing_reports
    UNION ALL SELECT person_id FROM committee_exclusions
    UNION ALL SELECT confirmed_by FROM confirmed_results
    UNION ALL SELECT arbiter_id FROM contests
    UNION ALL SELECT person_id FROM countries
    UNION ALL SELECT person_id FROM decks
    UNION ALL SELECT person_id FROM drafts
    UNION ALL SELECT drawn_by FROM draws
    UNION ALL SELECT person_id FROM duty
    UNION ALL SELECT entered_by FROM entrants
    UNION ALL SELECT person_id FROM entrants
    UNION ALL SELECT person_id FROM erasures
    UNION ALL SELECT named_by FROM event_officers
    UNION ALL SELECT person_id FROM event_officers
    UNION ALL SELECT decided_by FROM event_proposals
    UNION ALL SELECT person_id FROM event_proposals
    UNION ALL SELECT decided_by FROM event_rules
    UNION ALL SELECT drafted_by FROM event_rules
    UNION ALL SELECT examiner_id FROM exams
    UNION ALL SELECT person_id FROM exams
    UNION ALL SELECT person_id FROM expulsions
    UNION ALL SELECT readmitted_by FROM expulsions
    UNION ALL SELECT paused_by FROM file_pauses
    UNION ALL SELECT resumed_by FROM file_pauses
    UNION ALL SELECT person_id FROM file_statements
    UNION ALL SELECT decided_by FROM file_verdicts
    UNION ALL SELECT forbidden_by FROM forbidden_pairs
    UNION ALL SELECT lifted_by FROM forbidden_pairs
    UNION ALL SELECT claimed_by FROM game_claims
    UNION ALL SELECT saved_by FROM game_sheets
    UNION ALL SELECT decided_by FROM grades
    UNION ALL SELECT person_id FROM grades
    UNION ALL SELECT said_by FROM guesses
    UNION ALL SELECT challenged_id FROM jeek_games
    UNION ALL SELECT challenger_id FROM jeek_games
    UNION ALL SELECT person_id FROM kept_accounts
    UNION ALL SELECT given_by FROM line_ups
    UNION ALL SELECT person_id FROM line_ups
    UNION ALL SELECT given_by FROM master_titles
    UNION ALL SELECT person_id FROM master_titles
    UNION ALL SELECT acted_by FROM match_stops
    UNION ALL SELECT given_by FROM offices
    UNION ALL SELECT person_id FROM offices
    UNION ALL SELECT saved_by FROM procedures
    UNION ALL SELECT person_id FROM rating_penalties
    UNION ALL SELECT returned_by FROM rating_penalties
    UNION ALL SELECT person_id FROM ratings
    UNION ALL SELECT asked_by FROM record_names
    UNION ALL SELECT person_id FROM record_names
    UNION ALL SELECT same_id FROM record_names
    UNION ALL SELECT added_by FROM recordings
    UNION ALL SELECT refused_by FROM refused_cards
    UNION ALL SELECT person_id FROM reliefs
    UNION ALL SELECT relieved_by FROM reliefs
    UNION ALL SELECT answered_by FROM reports
    UNION ALL SELECT person_id FROM reports
    UNION ALL SELECT given_by FROM reprimands
    UNION ALL SELECT person_id FROM reprimands
    UNION ALL SELECT settled_by FROM results
    UNION ALL SELECT announced_by FROM round_absences
    UNION ALL SELECT saved_by FROM rulebooks
    UNION ALL SELECT first_id FROM same_persons
    UNION ALL SELECT recorded_by FROM same_persons
    UNION ALL SELECT second_id FROM same_persons
    UNION ALL SELECT undone_by FROM same_persons
    UNION ALL SELECT answered_by FROM seat_invitations
    UNION ALL SELECT person_id FROM seat_invitations
    UNION ALL SELECT league_person FROM seat_matches
    UNION ALL SELECT open_person FROM seat_matches
    UNION ALL SELECT champion_id FROM seat_rounds
    UNION ALL SELECT closed_by FROM seat_rounds
    UNION ALL SELECT confirmed_by FROM seat_rounds
    UNION ALL SELECT given_by FROM seats
    UNION ALL SELECT person_id FROM seats
    UNION ALL SELECT recorded_by FROM series_games
    UNION ALL SELECT taken_back_by FROM series_games
    UNION ALL SELECT named_by FROM stand_ins
    UNION ALL SELECT person_id FROM stand_ins
    UNION ALL SELECT person_id FROM stay_on_words
    UNION ALL SELECT said_by FROM stay_on_words
    UNION ALL SELECT taken_back_by FROM stay_on_words
    UNION ALL SELECT decided_by FROM suggestions
    UNION ALL SELECT person_id FROM suggestions
    UNION ALL SELECT noted_by FROM table_absences
    UNION ALL SELECT person_id FROM team_members
    UNION ALL SELECT person_id FROM team_places
    UNION ALL SELECT confirmed_by FROM time_note_confirmations
    UNION ALL SELECT noted_by FROM time_notes
    UNION ALL SELECT named_by FROM title_holders
    UNION ALL SELECT person_id FROM title_holders
    UNION ALL SELECT approved_by FROM title_proposals
    UNION ALL SELECT decided_by FROM title_proposals
    UNION ALL SELECT person_id FROM title_proposals
    UNION ALL SELECT created_by FROM tournaments
    UNION ALL SELECT person_id FROM vote_candidates
    UNION ALL SELECT person_id FROM vote_drafts
    UNION ALL SELECT subject_id FROM vote_drafts
    UNION ALL SELECT person_id FROM vote_electors
    UNION ALL SELECT decided_by FROM vote_excuses
    UNION ALL SELECT person_id FROM vote_excuses
    UNION ALL SELECT person_id FROM vote_recusals
    UNION ALL SELECT cancelled_by FROM votes
    UNION ALL SELECT elected FROM votes
    UNION ALL SELECT opened_by FROM votes
    UNION ALL SELECT subject_id FROM votes
    UNION ALL SELECT given_by FROM warnings
    UNION ALL SELECT person_id FROM warnings
    UNION ALL SELECT taken_back_by FROM warnings
    UNION ALL SELECT person_id FROM world_titles
    UNION ALL SELECT recorded_by FROM world_titles
    UNION ALL SELECT actor_id FROM log
);
DELETE FROM ghosts WHERE person_id IN (SELECT substr(subject, 8) FROM log WHERE subject LIKE 'person:%');
DELETE FROM ghosts WHERE person_id IN (
    SELECT json_extract(details, '$.person') FROM log WHERE details IS NOT NULL AND act <> 'name_account'
);
DELETE FROM ghosts WHERE person_id IN (
    SELECT t.atom FROM results r, json_tree(r.particulars) t WHERE t.type = 'text'
    UNION ALL SELECT t.atom FROM reports r, json_tree(r.particulars) t WHERE t.type = 'text'
    UNION ALL SELECT t.atom FROM reports r, json_tree(r.counter_particulars) t WHERE t.type = 'text'
);
DELETE FROM accounts WHERE person_id IN (SELECT person_id FROM ghosts);
DELETE FROM people WHERE person_id IN (SELECT person_id FROM ghosts);
DROP TABLE ghosts;
