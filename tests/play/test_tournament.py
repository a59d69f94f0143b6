"""The life of a tournament: its phase, its windows and what is due."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.outages import Due, Outage, Step
from bot.play.entries import (
    Phase,
    Tournament,
    check_in_closes_at,
    check_in_opens_at,
    due_steps,
    may_redraw,
    phase,
    reminder_moments,
    reminders_due,
    takes_entries,
)
from bot.rulebooks.library import preset

START = datetime(2026, 5, 1, 20, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def outage(down: float, up: float) -> Outage:
    return Outage(at(down), at(up))


OPEN = Tournament(
    tournament_id=TournamentId("open"),
    guild_id=GuildId(1),
    name="Open",
    rulebook=preset("aije-open"),
    rulebook_hash="00",
    start_at=START,
    created_at=START - timedelta(days=9),
    created_by=PersonId("p"),
    commitment="00",
    announced_at=START - timedelta(days=9),
)
CHECKING_IN = replace(OPEN, check_in_opened_at=at(-30))
CLOSED = replace(CHECKING_IN, check_in_closed_at=START)
DRAWN = replace(CLOSED, drawn_at=at(1))
OVER = replace(DRAWN, first_call_at=at(2), ended_at=at(300))


@pytest.mark.parametrize(
    ("tournament", "stage", "enters", "redraws"),
    [
        (OPEN, Phase.ANNOUNCED, True, False),
        (CHECKING_IN, Phase.CHECK_IN, True, False),
        (CLOSED, Phase.DRAWING, False, False),
        (DRAWN, Phase.RUNNING, False, True),
        (replace(DRAWN, first_call_at=at(2)), Phase.RUNNING, False, False),
        (OVER, Phase.OVER, False, False),
        (replace(DRAWN, cancelled_at=at(2), cancel_reason="rain"), Phase.CANCELLED, False, False),
    ],
)
def test_the_phase_follows_from_the_facts(tournament, stage, enters, redraws):
    assert (phase(tournament), takes_entries(tournament), may_redraw(tournament)) == (stage, enters, redraws)


@pytest.mark.rule("AIJE-D01-5")
def test_check_in_of_the_open_runs_from_thirty_minutes_before_the_start_to_the_start():
    assert check_in_opens_at(OPEN) == at(-30)
    assert check_in_closes_at(OPEN, ()) == START


@pytest.mark.parametrize(
    ("known", "closes"),
    [
        ([outage(-5, -2)], 13),
        ([outage(-40, -29)], 1),
        ([outage(-5, 20)], 35),
        ([outage(-5, -2), outage(10, 11)], 26),
        ([outage(1, 5)], 0),
    ],
)
def test_an_outage_during_check_in_is_given_back_and_leaves_a_quarter_of_an_hour(known, closes):
    assert check_in_closes_at(CHECKING_IN, known) == at(closes)


def test_an_outage_that_ended_before_a_short_check_in_opened_extends_nothing():
    rules = replace(OPEN.rulebook.check_in, opens_before=timedelta(minutes=5))
    short = replace(OPEN, rulebook=replace(OPEN.rulebook, check_in=rules))
    assert check_in_closes_at(short, [outage(-20, -6)]) == START


def test_an_outage_that_ended_before_the_event_was_created_extends_nothing():
    assert check_in_closes_at(replace(OPEN, created_at=at(-10)), [outage(-20, -12)]) == START


@pytest.mark.rule("AIJE-D01-5.1")
def test_a_close_on_record_is_never_moved_again():
    assert check_in_closes_at(CLOSED, [outage(-1, 5)]) == START


def test_reminders_come_before_the_close_longest_first():
    assert reminder_moments(CHECKING_IN, ()) == (at(-15), at(-5))


def test_before_check_in_its_opening_and_its_close_are_due():
    close = Due(Step.CLOSE_CHECK_IN, START + timedelta(seconds=3))
    assert due_steps(OPEN, ()) == (Due(Step.OPEN_CHECK_IN, at(-30)), close)


@pytest.mark.rule("AIJE-D01-5")
def test_the_close_waits_three_seconds_for_clicks_in_flight():
    assert due_steps(CHECKING_IN, ())[-1] == Due(Step.CLOSE_CHECK_IN, START + timedelta(seconds=3))


@pytest.mark.parametrize(("reminded", "following"), [((), [-15]), ((0,), [-5]), ((1,), [-15]), ((0, 1), [])])
def test_a_reminder_that_was_sent_never_comes_again(reminded, following):
    tournament = replace(CHECKING_IN, reminded=frozenset(reminded))
    assert [due.at for due in due_steps(tournament, ()) if due.kind == Step.REMIND_CHECK_IN] == list(map(at, following))


@pytest.mark.parametrize(("now", "due"), [(-16, set()), (-15, {0}), (-6, {0}), (-5, {0, 1})])
def test_reminders_that_were_overtaken_are_due_together(now, due):
    assert reminders_due(CHECKING_IN, (), at(now)) == due


@pytest.mark.parametrize("tournament", [replace(DRAWN, first_call_at=at(1)), OVER, replace(OPEN, cancelled_at=at(-60))])
def test_once_matches_are_called_and_after_a_cancellation_nothing_comes_by_itself(tournament):
    assert due_steps(tournament, ()) == ()


@pytest.mark.rule("AIJE-D01-4")
def test_the_draw_comes_at_the_close_and_the_first_calls_at_the_start():
    assert due_steps(CLOSED, ()) == (Due(Step.DRAW, at(0)),)
    assert due_steps(DRAWN, ()) == (Due(Step.START, START),)


def test_moving_the_start_moves_everything_that_hangs_on_it():
    moved = replace(OPEN, start_at=at(60))
    assert [due.at - timedelta(hours=1) for due in due_steps(moved, ())] == [due.at for due in due_steps(OPEN, ())]


@given(st.sets(st.integers(0, 1)), st.lists(st.tuples(st.integers(-60, 30), st.integers(1, 40)), max_size=3))
def test_a_tournament_has_at_most_one_step_of_each_kind_due(reminded, slept):
    known = [outage(down, down + lasted) for down, lasted in slept]
    for tournament in (OPEN, replace(CHECKING_IN, reminded=frozenset(reminded))):
        kinds = [due.kind for due in due_steps(tournament, known)]
        assert len(kinds) == len(set(kinds))
