"""Each step of time says whether somebody can lose something by it on a card that may be gone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.features.playing.outage_verbs import _OF_THE_CORE
from bot.features.tournaments.hooks import STEP_HOOKS
from bot.kernel.outages import Step

COSTS_NOBODY = """
    open_check_in remind_check_in draw start remind_justification remind_confirm escalate_dispute remind_review
    notify_absentees remind_reply remind_voters mirror_roles propose_title forget remind_ceremony adjourn
    remind_restart go_on end_event_pause write_day_before write_hour_before close_thread remind_report remind_match
    call_match miss_time next_round pair_lobby end_arena end_pause
    ask_runner remind_deciders tell_still call_staff end_waiting end_signature hand_on_signature look_at_founding
    look_at_teams ask_about_close announce_next show_past
"""
"""They tell, ask, open, close or begin, and take nothing from who has not pressed."""
NOT_BY_A_CARD = """
    bar_absentee end_reply close_file close_vote count_absences end_agreement end_invitation close_line_ups flag_falls
"""
"""They can cost something, and are answered elsewhere too: by a letter, by `/me`, or by a command. No card of theirs is
looked at. A line-up that is not named is the registered one, and its limit moves with the card of its match."""


def looked_at() -> set[Step]:
    """The steps that are taken only once it was seen that their card stands."""
    tables = (_OF_THE_CORE, *(one.card_clocks() for one in STEP_HOOKS))
    return {step for table in tables for clock in table.values() for step in clock.looked_at_before}


def undeclared(steps: Iterable[str]) -> set[str]:
    """Those of the steps of which nothing is said."""
    return set(steps) - {*looked_at(), *COSTS_NOBODY.split(), *NOT_BY_A_CARD.split()}


def test_each_step_is_looked_at_or_says_why_not() -> None:
    assert undeclared(step.value for step in Step) == set()


def test_no_step_is_said_to_be_two_of_these() -> None:
    listed = [*COSTS_NOBODY.split(), *NOT_BY_A_CARD.split(), *(step.value for step in looked_at())]
    assert sorted(listed) == sorted(set(listed))


def test_what_ends_by_absence_is_looked_at() -> None:
    assert {Step.LOSE_GAME, Step.LET_STAND, Step.CLOSE_CHECK_IN, Step.END_ROUND, Step.VOID_UNREPORTED} <= looked_at()


@pytest.mark.plants
def test_a_step_of_which_nothing_is_said_is_found() -> None:
    assert undeclared(["draw", "lose_everything"]) == {"lose_everything"}
