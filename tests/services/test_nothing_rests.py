"""Every preset with people who stop: nothing of a running event stands still without a next moment (P3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from bot.domain.contests import Contest
from bot.rulebooks.library import names
from bot.services.playing import arbiter_duty
from tests.services.board import ARBITER
from tests.services.hall import Hall
from tests.services.stillness import Play, open_to_all

BY_CLOCK: Final = {"arena": "its clock ends it, whatever becomes of its games: nobody is asked for them"}
"""Formats that end without any press, and why. A ladder ends so too, but for a match of it that waits for a word."""

Act = Callable[[Play, Contest], None]


def nobody(play: Play, contest: Contest) -> None:
    """Nobody presses anything."""


def one_side(play: Play, contest: Contest) -> None:
    play.here(contest, 0)


def come_and_go(play: Play, contest: Contest) -> None:
    play.here(contest, *range(len(contest.sides)))


def quarrel(play: Play, contest: Contest) -> None:
    come_and_go(play, contest)
    play.quarrel(contest)


def first_round(play: Play, contest: Contest) -> None:
    """The first round is played, and in what comes after it nobody presses."""
    if contest.round <= 1 and not play.event.rulebook.traits.has_lobby and not play.event.rulebook.traits.is_series:
        come_and_go(play, contest)
        play.settle(contest)


def begin(hall: Hall, name: str, *, staff: bool) -> Play:
    """The event of the preset; `staff` has an arbiter on duty, who presses nothing more."""
    if staff:
        hall.arbiter(ARBITER)
        hall.do(arbiter_duty.go_on, hall.presser(ARBITER))
    play = Play(hall, open_to_all(name))
    play.challenge()
    return play


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("act", [nobody, one_side, come_and_go, quarrel, first_round])
def test_an_event_in_which_people_stop_is_over_or_rests_after_all_were_asked(hall: Hall, name: str, act: Act) -> None:
    play = begin(hall, name, staff=True)
    play.pass_time(act)
    assert play.unrest() == []
    assert play.is_over or name not in BY_CLOCK


@pytest.mark.parametrize("name", names())
def test_an_event_without_any_staff_rests_after_all_were_asked(hall: Hall, name: str) -> None:
    play = begin(hall, name, staff=False)
    play.pass_time(come_and_go)
    assert play.unrest() == []


@pytest.mark.parametrize("name", names())
def test_an_event_that_everybody_leaves_after_the_first_round_is_over(hall: Hall, name: str) -> None:
    play = begin(hall, name, staff=True)
    play.pass_time(first_round, longest=play.first_day)
    play.leave()
    play.pass_time(nobody)
    assert play.unrest() == []
