"""A game that is adjourned: when, until when, and what becomes of the time used (GO-14)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.playing.board_model import (
    Adjournment,
    NoteKind,
    Sessions,
    TimeNote,
    TimeUsed,
    adjourns_at,
    began_at,
    due_steps,
    read_used,
    readings,
    split_equally,
    time_played,
    written_used,
)
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.kernel.outages import Step
from bot.play.contests import Contest, Stage
from bot.play.format_rules import AdjournmentRules
from bot.play.matches import AbsenceClock, Match

START = datetime(2026, 3, 1, 14, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
GAME = ContestId("g")
RULES = AdjournmentRules(after=120 * MINUTE, lasts=60 * MINUTE, reminders_before_restart=(30 * MINUTE, 10 * MINUTE))


def match(*late: int) -> Match:
    """A game called at the start; each side came so many minutes later."""
    contest = Contest(
        GAME, Stage.MAIN, 1, 0, (EntrantId("a"), EntrantId("b")), 1, None, None, START, None, created_at=START
    )
    clocks = [AbsenceClock(side, START, START + minutes * MINUTE, (0, 0)) for side, minutes in enumerate(late)]
    return Match(contest, TournamentId("t"), 1, START, START, clocks=tuple(clocks))


def pause(begins: int, ends: int, resumed: int | None = None) -> Adjournment:
    resumed_at = None if resumed is None else START + resumed * MINUTE
    return Adjournment(GAME, 1, START + begins * MINUTE, None, START + ends * MINUTE, resumed_at)


@pytest.mark.rule("GO-14")
def test_a_game_begins_when_both_are_there_and_is_adjourned_at_its_stated_time():
    assert began_at(match(2, 7)) == START + 7 * MINUTE
    assert adjourns_at(match(2, 7), RULES, 0) == START + 127 * MINUTE
    assert adjourns_at(match(2, 7), RULES, 1) is None
    assert adjourns_at(match(2, 7), replace(RULES, after=None), 0) is None
    assert adjourns_at(match(2, 7), None, 0) is None


@pytest.mark.rule("GO-14")
def test_whoever_is_waited_for_has_not_begun():
    waited = match(0, 3)
    running = replace(waited, clocks=(waited.clocks[0], replace(waited.clocks[1], ended_at=None)))
    assert began_at(running) is None
    assert adjourns_at(running, RULES, 0) is None
    assert began_at(replace(waited, contest=replace(waited.contest, called_at=None))) is None


@pytest.mark.rule("GO-14")
def test_the_pause_is_not_counted():
    assert time_played(match(0, 0), (pause(60, 120, 120),), START + 150 * MINUTE) == 90 * MINUTE
    assert time_played(match(0, 0), (pause(60, 120),), START + 90 * MINUTE) == 60 * MINUTE
    assert time_played(match(0, 0), (), START) == timedelta(0)


@pytest.mark.rule("GO-14")
@pytest.mark.parametrize(("played", "half"), [("90:00", "45:00"), ("61:01", "30:30"), ("0:00", "0:00")])
def test_without_a_note_the_time_used_is_split_equally(played: str, half: str):
    total = read_used(played)
    assert total is not None
    assert [written_used(one) for one in split_equally(total)] == [half, half]


def test_reminders_come_longest_first_and_then_play_goes_on():
    one = pause(120, 180)
    moments = [(due.kind, due.at) for due in due_steps(one, RULES, START + 120 * MINUTE)]
    assert moments == [(Step.REMIND_RESTART, START + 150 * MINUTE), (Step.GO_ON, START + 180 * MINUTE)]
    moments = [(due.kind, due.at) for due in due_steps(one, RULES, START + 150 * MINUTE)]
    assert moments == [(Step.REMIND_RESTART, START + 170 * MINUTE), (Step.GO_ON, START + 180 * MINUTE)]
    assert [due.kind for due in due_steps(one, RULES, START + 175 * MINUTE)] == [Step.GO_ON]
    assert due_steps(replace(one, resumed_at=one.goes_on_at), RULES, START) == ()


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("35", 2100),
        ("35 min", 2100),
        ("35:20", 2120),
        ("75:00", 4500),
        ("1:05:00", 3900),
        ("0:05", 5),
        ("24:00:00", 86400),
    ],
)
def test_a_clock_is_read_as_people_write_it(written: str, seconds: int):
    assert read_used(written) == timedelta(seconds=seconds)


@pytest.mark.parametrize("written", ["", "half an hour", "35:60", "1:60:00", "-5", "24:00:01", "1:2", "35,5"])
def test_what_is_no_time_is_not_read(written: str):
    assert read_used(written) is None


@given(st.integers(0, 86400))
def test_every_time_is_read_back_as_it_is_written(seconds: int):
    assert read_used(written_used(timedelta(seconds=seconds))) == timedelta(seconds=seconds)


def test_a_team_match_has_a_line_a_board():
    first, second, bad = readings("1 35:20 41:00\n\n2. 12 13\nboard three")
    assert (first.board, first.first, first.second) == (1, "35:20", "41:00")
    assert second.board == 2
    assert (bad.board, bad.line) == (None, "board three")


@pytest.mark.rule("GO-14")
def test_a_note_is_confirmed_by_both_sides_and_the_last_one_counts():
    one = TimeNote(1, NoteKind.READ, (TimeUsed(1, (MINUTE, 2 * MINUTE)),), START, PersonId("p"), None, frozenset({0}))
    assert not one.is_confirmed
    both = replace(one, entry=2, confirmed=frozenset({0, 1}))
    assert both.is_confirmed
    assert Sessions((), (one, both)).note == both
    assert Sessions((pause(1, 2, 2), pause(3, 4))).running == pause(3, 4)
    assert Sessions((pause(1, 2, 2),)).running is None
