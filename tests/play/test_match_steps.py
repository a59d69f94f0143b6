"""What comes by itself in a match, and what its facts amount to: tables of moments."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.playing.model import due_steps
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from bot.play.contests import Contest, Length, Result, ResultKind, Score, Stage
from bot.play.matches import (
    AbsenceClock,
    Match,
    MatchPhase,
    Report,
    ReportAnswer,
    has_lost,
    score_so_far,
    side_lost_by_absence,
    state_of,
)
from bot.rulebooks.library import preset

OPEN = preset("aije-open")
CALL = datetime(2026, 3, 1, 19, tzinfo=UTC)
CONTEST = Contest(
    ContestId("c"), Stage.MAIN, 1, 0, (EntrantId("a"), EntrantId("b")), 5, None, PersonId("judge"), CALL, None
)


def after(**length: float) -> datetime:
    """A moment so long after the call."""
    return CALL + timedelta(**length)


def clock(side: int, began: datetime = CALL, ended: datetime | None = None, before: Score = (0, 0)) -> AbsenceClock:
    """A time that the side was waited for."""
    return AbsenceClock(side, began, ended, before)


def a_match(*clocks: AbsenceClock, report: Report | None = None) -> Match:
    """The match with these facts."""
    return Match(CONTEST, TournamentId("t"), 1, CALL, assigned_at=CALL, clocks=clocks, report=report)


def reported(at: datetime, answer: ReportAnswer | None = None, *, reminded: bool = False) -> Report:
    """A report of 3-1 by the first side."""
    answered_at = at + timedelta(minutes=2) if answer else None
    return Report("r", CONTEST.contest_id, PersonId("a"), (3, 1), at, at if reminded else None, answer, answered_at)


def steps(match: Match, now: datetime, *outages: Outage) -> dict[str, timedelta]:
    """What is due, as times since the call."""
    return {due.kind.value: due.at - CALL for due in due_steps(match, now, OPEN, outages)}


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("now", "due"),
    [
        (after(), timedelta(minutes=2, seconds=3)),
        (after(minutes=2, seconds=2), timedelta(minutes=2, seconds=3)),
        (after(minutes=2, seconds=3), timedelta(minutes=4, seconds=3)),
        (after(minutes=5), timedelta(minutes=6, seconds=3)),
        (after(minutes=6, seconds=1), timedelta(minutes=6, seconds=3)),
        (after(minutes=6, seconds=3), timedelta(minutes=6, seconds=3)),
        (after(hours=3), timedelta(hours=3)),
    ],
)
def test_each_lost_game_is_a_step_with_three_seconds_for_clicks_in_flight(now: datetime, due: timedelta) -> None:
    assert steps(a_match(clock(0, ended=after(seconds=1)), clock(1)), now) == {Step.LOSE_GAME: due}


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_clock_stands_still_in_an_outage() -> None:
    outage = Outage(after(minutes=1), after(minutes=31))
    due = steps(a_match(clock(0, ended=after(seconds=1)), clock(1)), after(minutes=31), outage)
    assert due == {Step.LOSE_GAME: timedelta(minutes=32, seconds=3)}


@pytest.mark.parametrize(
    "match",
    [
        replace(a_match(clock(0), clock(1)), suspended_at=after(minutes=1)),
        replace(a_match(clock(0), clock(1)), voided_at=after(minutes=1)),
        replace(a_match(report=reported(CALL)), suspended_at=after(minutes=1)),
        replace(a_match(), contest=replace(CONTEST, called_at=None)),
        replace(a_match(clock(0)), contest=replace(CONTEST, result=Result((3, 0), (0, 0), ResultKind.PLAYED, CALL))),
    ],
)
def test_nothing_comes_by_itself_in_a_match_that_rests_or_is_over(match: Match) -> None:
    assert steps(match, after(minutes=20)) == {}


def test_a_report_is_recalled_once_and_then_stands() -> None:
    fresh = steps(a_match(report=reported(CALL)), CALL)
    assert fresh == {
        Step.REMIND_CONFIRM: timedelta(minutes=5),
        Step.LET_STAND: timedelta(minutes=10) + CLICKS_IN_FLIGHT,
    }
    assert set(steps(a_match(report=reported(CALL, reminded=True)), CALL)) == {Step.LET_STAND}


def test_a_dispute_rises_once_and_never_stands_by_itself() -> None:
    disputed = reported(CALL, ReportAnswer.DISPUTED)
    assert steps(a_match(report=disputed), CALL) == {Step.ESCALATE_DISPUTE: timedelta(minutes=17)}
    assert steps(a_match(report=replace(disputed, escalated_at=after(minutes=17))), CALL) == {}


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D01-6")
@pytest.mark.parametrize(
    ("clocks", "running", "score"),
    [
        ((), (1, 1), (1, 1)),
        ((clock(0, ended=after(minutes=3)), clock(1, ended=after(minutes=5))), (0, 0), (2, 1)),
        ((clock(1, ended=after(minutes=2)),), (2, 1), (2, 1)),
        ((clock(1, ended=after(minutes=2)), clock(1, after(minutes=10), before=(2, 1))), (2, 1), (3, 1)),
        (
            (clock(0, after(minutes=10), before=(1, 1)), clock(1, after(minutes=12), before=(1, 2))),
            (1, 1),
            (2, 3),
        ),
    ],
)
def test_the_score_so_far_is_what_was_recorded_and_what_absence_has_cost_since(
    clocks: tuple[AbsenceClock, ...], running: Score, score: Score
) -> None:
    match = replace(a_match(*clocks), running=running)
    assert score_so_far(match, after(minutes=14), OPEN.matches, ()) == score


@pytest.mark.rule("AIJE-D01-5.4")
def test_with_both_away_to_the_end_the_match_waits_for_the_arbiter() -> None:
    state = state_of(a_match(clock(0), clock(1)), after(minutes=6), OPEN.matches, ())
    assert (state.phase, state.rulable(Length(5))[0]) == (MatchPhase.UNDECIDED, (3, 0))


seconds = st.integers(0, 900).map(lambda length: after(seconds=length))


@given(seconds, seconds, seconds)
def test_a_step_that_is_due_lies_ahead_or_is_due_at_once(first: datetime, second: datetime, now: datetime) -> None:
    ended = [one if one <= now else None for one in (first, second)]
    match = a_match(clock(0, ended=ended[0]), clock(1, ended=ended[1]))
    assert all(due.at >= now for due in due_steps(match, now, OPEN, ()))


@given(seconds, seconds, seconds)
def test_games_lost_by_absence_never_exceed_what_wins_a_match(first: datetime, second: datetime, now: datetime) -> None:
    state = state_of(a_match(clock(0, ended=first), clock(1, ended=second)), now, OPEN.matches, ())
    assert max(state.score) <= CONTEST.target
    assert state.score == state.walkover


def all_played(*clocks: AbsenceClock, best_of: int = 5) -> Match:
    """The match as one of which every game is played."""
    return replace(a_match(*clocks), contest=replace(CONTEST, best_of=best_of, play_all=True))


@pytest.mark.rule("AIJE-D02-2", "AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("first", "second", "now", "phase", "score"),
    [
        (3, 5, 5, MatchPhase.PLAYING, (2, 1)),
        (3, None, 7, MatchPhase.MISSING, (3, 1)),
        (5, None, 6, MatchPhase.MISSING, (3, 2)),
        (5, None, 30, MatchPhase.MISSING, (3, 2)),
        (0, None, 30, MatchPhase.MISSING, (5, 0)),
        (7, 7, 7, MatchPhase.UNDECIDED, (5, 5)),
        (None, None, 6, MatchPhase.UNDECIDED, (5, 5)),
    ],
)
def test_where_every_game_is_played_absence_costs_no_more_games_than_there_are(
    first: int | None, second: int | None, now: int, phase: MatchPhase, score: Score
) -> None:
    ended = [None if one is None else after(minutes=one) for one in (first, second)]
    match = all_played(clock(0, ended=ended[0]), clock(1, ended=ended[1]))
    state = state_of(match, after(minutes=now), OPEN.matches, ())
    assert (state.phase, state.score) == (phase, score)


@pytest.mark.rule("AIJE-D02-2", "AIJE-D01-5.4")
def test_whoever_stays_away_until_no_game_is_left_loses_those_and_no_more() -> None:
    match = all_played(clock(0, ended=after(minutes=5)), clock(1))
    assert side_lost_by_absence(match, after(minutes=5, seconds=59), OPEN.matches, ()) is None
    assert side_lost_by_absence(match, after(minutes=6), OPEN.matches, ()) == 1
    assert has_lost(match, 1, after(minutes=6), OPEN.matches, ())


@given(seconds, seconds, seconds, st.integers(1, 7))
def test_there_is_always_a_score_that_can_be_ruled(
    first: datetime, second: datetime, now: datetime, games: int
) -> None:
    ended = [one if one <= now else None for one in (first, second)]
    match = all_played(clock(0, ended=ended[0]), clock(1, ended=ended[1]), best_of=games)
    state = state_of(match, now, OPEN.matches, ())
    assert state.rulable(Length(games, play_all=True))
    assert state.phase is MatchPhase.UNDECIDED or sum(state.score) <= games
    assert all(lost <= games for lost in state.walkover)
