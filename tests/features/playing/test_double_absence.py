"""A match to which neither side came: staff are asked, and both lose it in the rulebook's time (AIJE-D01-5.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import RoleId
from bot.kernel.outages import Cause, Step, TimeLost
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import names, preset
from tests.hall.board import Board, first_match
from tests.hall.calls import calls, kinds, pinged
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.hall.stillness import Play, open_to_all

SCENARIO = ("cup", "double-elimination", "swiss", "round-robin", "groups-cut")
"""Presets that no arbiter follows, each with eight players of whom none presses."""


def nobody(play: Play, contest: Contest) -> None:
    """Nobody presses anything."""


def away(hall: Hall, rulebook: Rulebook | None = None) -> Board:
    """A match of a cup that was called, and to which nobody came until nothing was left to lose."""
    board = first_match(hall, players=4, rulebook=rulebook or open_to_all("cup"))
    while board.view.state.phase is not MatchPhase.UNDECIDED:
        board.wait(minutes=1)
    board.wait(seconds=4)
    return board


def result_kind(board: Board) -> ResultKind | None:
    result = board.view.contest.result
    return None if result is None else result.kind


@pytest.mark.parametrize("name", SCENARIO)
@pytest.mark.rule("AIJE-D01-5.4")
def test_two_days_after_nobody_came_who_created_the_event_was_named_and_the_event_has_gone_on(
    hall: Hall, name: str
) -> None:
    hall.act(hall.actor(1), setup_verbs.name_role, RoleId(77))
    play = Play(hall, open_to_all(name))
    while not calls(hall):
        play.pass_time(nobody, longest=timedelta(minutes=1))
    assert kinds(hall)[0] == [MatterKind.BOTH_ABSENT]
    assert pinged(hall, 0)[0] == {1}
    play.pass_time(nobody, longest=timedelta(days=2))
    settled = [one.result.kind for one in play.contests if one.result is not None and len(one.sides) > 1]
    assert set(settled) == {ResultKind.DOUBLE_WALKOVER}
    assert [one.stage for one in play.open] in ([], [Stage.FINAL])


def test_both_lose_twenty_minutes_after_nothing_was_left_to_lose_and_not_before(hall: Hall) -> None:
    board = away(hall)
    board.wait(minutes=19)
    assert result_kind(board) is None
    board.wait(minutes=2)
    assert result_kind(board) is ResultKind.DOUBLE_WALKOVER
    assert hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id)) == {}


def test_staff_who_decide_before_are_not_overtaken(hall: Hall) -> None:
    board = away(hall)
    hall.act(hall.actor(1), playing_ruling_verbs.rule, board.contest_id, (2, 0), None)
    board.wait(hours=1)
    assert result_kind(board) is ResultKind.PLAYED


def test_a_step_that_comes_twice_changes_nothing(hall: Hall) -> None:
    board = away(hall)
    (due,) = [
        one
        for one in hall.ask(kernel_time_store.due_deadlines, hall.now + timedelta(hours=1), 1000)
        if (one.subject, one.kind) == (contest_subject(board.contest_id), Step.LOSE_BOTH)
    ]
    board.wait(hours=1)
    before = board.view.contest.result
    hall.do(lambda tx: kernel_time_store.rewrite_deadlines(tx, due.subject, [(due.kind, due.due_at)]))
    board.wait(hours=1)
    assert board.view.contest.result == before


def test_time_in_which_the_bot_was_away_does_not_count(hall: Hall) -> None:
    board = away(hall)
    before = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))[Step.LOSE_BOTH]
    hall.now += timedelta(minutes=30)
    hall.do(wake_up, [TimeLost(hall.now - timedelta(minutes=30), Cause.PROCESS)])
    after = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))[Step.LOSE_BOTH]
    assert after == before + timedelta(minutes=30)


@pytest.mark.parametrize("name", [one for one in names() if one.startswith("aije")])
@pytest.mark.rule("AIJE-D01-5.4")
def test_the_association_leaves_it_to_the_arbiter(name: str) -> None:
    assert preset(name).matches.double_absence_after is None


def test_where_rounds_last_days_both_have_a_day() -> None:
    for one in names():
        rules = preset(one)
        after = rules.matches.double_absence_after
        wanted = timedelta(days=1) if rules.match_times else timedelta(minutes=20)
        assert after in {None, wanted}
        assert after is not None or one.startswith("aije") or one in {"arena", "on-the-edge"}


def test_a_final_to_which_nobody_came_waits_for_a_person(hall: Hall) -> None:
    board = first_match(hall, players=4, stage=Stage.FINAL, rulebook=open_to_all("cup"))
    board.wait(days=20)
    assert board.view.state.phase is MatchPhase.UNDECIDED
    assert [one.matters[0].kind for one in calls(hall)][-3:] == [MatterKind.BOTH_ABSENT] * 3


def test_without_the_setting_nothing_comes_by_itself(hall: Hall) -> None:
    rules = open_to_all("cup")
    board = away(hall, replace(rules, matches=replace(rules.matches, double_absence_after=None)))
    board.wait(days=20)
    assert board.view.contest.result is None
