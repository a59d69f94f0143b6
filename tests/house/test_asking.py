"""What asks somebody to do something has the button for it, in a channel and in a letter."""

from __future__ import annotations

from importlib import import_module

from bot.app import COGS
from bot.kernel.promises import name_of
from cogs.routing import VERBS
from tests.house.test_notices import kinds

TELLS = """
    judge_wanted time_fixed
    silent_side_lost
    match_soon
    absences_unjustified account_claimed adjourned adjournment_over adjournment_reminder amendment_returned
    appeal_decided appeal_made appointment_undone arbiter_relieved arbiter_wanted arena_awaited arena_frozen
    arena_lobby arena_paired bar_lifted barred both_absent candidate_stood_down cannot_work card_gone card_refused
    case_decided case_for_review ceremony_reminder ceremony_stated champion_named check_in_closed check_in_cut_short
    chief_named circuit_moved claim_decided clock_wrong clocks_set closing_report colours_asked commitment_recorded
    contest_voided decider_paired dispute_escalated drawn entries_taken_back event_decided event_paused event_proposed
    event_resumed events_brought events_taken_back expelled file_decided file_note file_opened final_filled final_vacant
    founding_ends grade_decided grade_waits jeek_board leader_elected let_in_late line_ups_open link_revealed lot_drawn
    match_called
    match_handed_over match_in_calendar match_note member_dropped mirror_roles name_claim_decided name_claimed
    off_committee pages_switched office_changed officers_named opening_list_brought opening_list_undone own_act_ended
    outage own_ruling_ended others_asked dispute_waits
    pair_forbidden passed_up person_linked person_unlinked place_answered place_given place_taken play_goes_on
    player_left player_replaced podium
    points_returned points_taken rating_amended rating_terms_changed ratings_amended
    rulebook_approved ratings_corrected ratings_published record_draw
    ratings_withdrawn record_results repeat_missed
    rehearsal_cut_off removal_told removed_by_staff report_wanted reprimanded result_corrected roles_blocked
    round_over
    round_paired round_robin_offered round_robin_taken rules_decided rules_drafted same_person
    same_person_undone scheduled_event seat_by_hand seat_passed_over seat_stays_empty
    seat_vacant seats_filled seats_lost
    seats_offered seats_proposed shut_out_at_close signature_ended signature_passed_on still_called suggested
    suggestion_decided
    lead_vacant member_sits_out
    captain_changed team_taken_off team_unfit_at_close tried_in_vain thread_tended threads_refused
    times_doubted times_noted title_changed
    title_moved title_not_given title_offered title_proposed tournament_announced tournament_cancelled
    tournament_changed tournament_reopened case_rules_changed start_stays
    vote_excuse vote_extended vote_minutes vote_opened votes_missed
"""
"""What tells what has come to pass, shows a card that its own panel keeps true, or leaves the rest to **What now?**."""


def test_every_kind_of_message_asks_by_a_button_or_only_tells() -> None:
    asking = {name_of(kind) for kind in kinds() if kind.ASKS_BY}
    assert asking.isdisjoint(TELLS.split())
    assert asking | set(TELLS.split()) == {name_of(kind) for kind in kinds()}


def test_every_button_that_a_message_declares_is_taken() -> None:
    for cog in COGS:
        import_module(f"cogs.{cog}")
    verbs = {verb for kind in kinds() for verb in kind.ASKS_BY}
    assert verbs <= set(VERBS)
    assert len(verbs) > 5
