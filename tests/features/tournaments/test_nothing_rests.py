"""Every preset with people who stop: nothing of a running event stands still without a next moment (P3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import match_views_model as playing_match_views_model
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel.outages import Still
from bot.play.contests import Contest
from bot.play.formats import knockout
from bot.play.matches import Match, MatchPhase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import names
from tests.hall.board import ARBITER
from tests.hall.calls import kinds
from tests.hall.hall import Hall
from tests.hall.stillness import Play, open_to_all

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


OTHER_ACTS = [pytest.param(act, marks=pytest.mark.long) for act in (nobody, one_side, quarrel, first_round)]


ONE_OF_A_KIND: Final = {
    "arena", "aije-candidates", "aije-open", "aije-teams", "aije-world", "cup", "double-elimination", "go-swiss",
    "groups-cut", "ladder", "on-the-edge", "weekly-league",
}  # fmt: skip
OF_EACH: Final = pytest.mark.parametrize(
    "name", [one if one in ONE_OF_A_KIND else pytest.param(one, marks=pytest.mark.long) for one in names()]
)
"""An event of each family of formats, and in the long run those of all presets."""


def begin(hall: Hall, name: str, *, staff: bool) -> Play:
    """The event of the preset; `staff` has an arbiter on duty, who presses nothing more."""
    if staff:
        hall.arbiter(ARBITER)
        hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    play = Play(hall, open_to_all(name))
    play.challenge()
    return play


@OF_EACH
@pytest.mark.parametrize(
    "act",
    [come_and_go, *(pytest.param(act, marks=pytest.mark.long) for act in (nobody, one_side, quarrel, first_round))],
)
def test_an_event_in_which_people_stop_is_over_or_rests_after_all_were_asked(hall: Hall, name: str, act: Act) -> None:
    play = begin(hall, name, staff=True)
    play.pass_time(act)
    assert play.unrest() == []
    assert play.is_over or name not in BY_CLOCK


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_an_event_without_any_staff_rests_after_all_were_asked(hall: Hall, name: str) -> None:
    play = begin(hall, name, staff=False)
    play.pass_time(come_and_go)
    assert play.unrest() == []


@OF_EACH
def test_an_event_that_everybody_leaves_after_the_first_round_is_over(hall: Hall, name: str) -> None:
    play = begin(hall, name, staff=True)
    play.pass_time(first_round, longest=play.first_day)
    play.leave()
    play.pass_time(nobody)
    assert play.unrest() == []


def without(kind: MatterKind) -> Callable[..., Still | None]:
    """The states of a match, but for one that was forgotten."""
    whole = playing_match_views_model.still_of

    def planted(match: Match, phase: MatchPhase, rulebook: Rulebook, *, goes_on: bool = False) -> Still | None:
        found = whole(match, phase, rulebook, goes_on=goes_on)
        return None if found is not None and found.kind == kind else found

    return planted


PLANTED: Final = {
    MatterKind.NOT_REPORTED: come_and_go,
    MatterKind.DISPUTE: quarrel,
    MatterKind.TABLE_MISSING: nobody,
    MatterKind.BOTH_ABSENT: first_round,
}
"""For each kind of standstill how people stop so that it comes to it."""


@pytest.mark.parametrize("kind", PLANTED)
def test_a_state_without_a_next_moment_is_found(hall: Hall, kind: MatterKind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_verbs, "still_of", without(kind))
    play = begin(hall, "on-the-edge" if kind is MatterKind.TABLE_MISSING else "cup", staff=True)
    play.pass_time(PLANTED[kind])
    assert play.unrest() != []


def test_a_match_whose_call_cannot_be_delivered_is_told_to_who_runs_the_event(hall: Hall) -> None:
    play = begin(hall, "cup", staff=False)
    play.pass_time(nobody, calls=False)
    assert play.unrest() == []
    assert {kind for one in kinds(hall) for kind in one} == {MatterKind.CALL_UNREAD}


def test_a_match_that_was_stopped_is_asked_about_until_it_rests(hall: Hall) -> None:
    play = begin(hall, "cup", staff=False)
    play.deliver()
    for contest in play.open:
        hall.act(hall.actor(1), playing_ruling_verbs.suspend, contest.contest_id, "The site is down")
    play.pass_time(nobody)
    assert play.unrest() == []
    assert {kind for one in kinds(hall) for kind in one} == {MatterKind.SUSPENDED}


def test_an_event_that_is_stuck_is_found_and_told(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    play = begin(hall, "cup", staff=False)
    monkeypatch.setattr(knockout, "advance", lambda *_: ())
    play.pass_time(one_side)
    assert not play.is_over
    assert play.unrest() == []
    assert kinds(hall)[-1] == [MatterKind.STUCK]
