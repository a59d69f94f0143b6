"""Bars: when they hold, and who may lift them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.entering.model import Bar, BarReason, active, bar_in_force, bar_until, who_may_lift
from bot.kernel.ids import BarId, GuildId, PersonId
from bot.people.model import Office
from bot.rulebooks.library import preset

SINCE = datetime(2026, 5, 4, 20, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
BAR = Bar(BarId("b"), GuildId(1), PersonId("p"), BarReason.UNJUSTIFIED_ABSENCE, None, SINCE)
LIFTED = replace(BAR, lifted_at=SINCE + DAY, lifted_by=PersonId("leader"), lift_reason="served")
FOR_A_WEEK = replace(BAR, bar_id=BarId("week"), until=SINCE + 7 * DAY)


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-2")
@pytest.mark.parametrize(
    ("bar", "after", "holds"),
    [
        (BAR, -SECOND, False),
        (BAR, timedelta(), True),
        (BAR, 9999 * DAY, True),
        (FOR_A_WEEK, 7 * DAY - SECOND, True),
        (FOR_A_WEEK, 7 * DAY, False),
        (LIFTED, DAY - SECOND, True),
        (LIFTED, DAY, False),
    ],
)
def test_a_bar_holds_until_its_end_or_until_it_is_lifted(bar, after, holds):
    assert active(bar, SINCE + after) is holds


def test_of_several_bars_the_one_that_lasts_longest_is_told():
    assert bar_in_force([FOR_A_WEEK, BAR, LIFTED], SINCE + 2 * DAY) == BAR
    assert bar_in_force([replace(BAR, until=SINCE + 3 * DAY), FOR_A_WEEK], SINCE + 2 * DAY) == FOR_A_WEEK


def test_who_has_no_active_bar_may_enter():
    assert bar_in_force([LIFTED, FOR_A_WEEK], SINCE + 7 * DAY) is None


@pytest.mark.rule("AIJE-B03-2")
def test_the_bar_of_an_unjustified_no_show_lasts_until_further_notice():
    assert bar_until(SINCE, preset("aije-open").absence) is None


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_rulebook_may_bar_for_a_time():
    assert bar_until(SINCE, replace(preset("aije-open").absence, bar_lasts=30 * DAY)) == SINCE + 30 * DAY


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize(
    ("offices", "persons"),
    [
        ({Office.PRESIDENT: "ana", Office.LEADER: "rui"}, ("rui", "ana")),
        ({Office.PRESIDENT: "ana", Office.LEADER: "ana"}, ("ana",)),
        ({Office.PRESIDENT: "ana"}, ("ana",)),
        ({}, ()),
    ],
)
def test_a_barred_player_is_sent_to_the_leader_or_the_president(offices, persons):
    assert who_may_lift(offices) == persons
