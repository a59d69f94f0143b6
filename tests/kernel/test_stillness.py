"""The ladder of what stands still: reminded, asked, asked again after a day, three days and a week, then at rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.outages import Outage, Rung, Still, ToldSoFar, due_steps, last_come, next_rung, rests

BEGAN = datetime(2026, 3, 1, 18, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Kind(StrEnum):
    """States of a thing."""

    QUIET = "quiet"
    OTHER = "other"


STILL = Still(Kind.QUIET, BEGAN, reminded_after=HOUR, asked_after=2 * HOUR)


def climbed(still: Still, outages: tuple[Outage, ...] = ()) -> list[tuple[Rung, timedelta]]:
    """Each rung with how long after the beginning it comes."""
    found, told = [], None
    while (ahead := next_rung(still, told, outages)) is not None:
        found.append((ahead[0], ahead[1] - still.since))
        told = ToldSoFar(still.kind, still.since, ahead[0], ahead[1])
    assert rests(still, told)
    assert due_steps(still, told, outages) == ()
    return found


def test_who_can_act_is_reminded_then_staff_are_asked_and_asked_again_until_it_rests() -> None:
    assert climbed(STILL) == [
        (Rung.REMINDED, HOUR),
        (Rung.ASKED, 2 * HOUR),
        (Rung.AFTER_A_DAY, 2 * HOUR + DAY),
        (Rung.AFTER_THREE_DAYS, 2 * HOUR + 3 * DAY),
        (Rung.AFTER_A_WEEK, 2 * HOUR + 7 * DAY),
    ]


def test_what_staff_were_asked_about_already_is_asked_again_after_a_day() -> None:
    asked = Still(Kind.QUIET, BEGAN, is_asked=True)
    assert climbed(asked)[0] == (Rung.AFTER_A_DAY, DAY)


def test_where_nobody_but_its_author_can_act_it_rests_after_the_reminder() -> None:
    assert climbed(Still(Kind.QUIET, BEGAN, reminded_after=DAY, asked_after=None)) == [(Rung.REMINDED, DAY)]


def test_time_in_which_nobody_could_press_moves_every_rung() -> None:
    away = Outage(BEGAN + HOUR / 2, BEGAN + HOUR / 2 + 3 * HOUR)
    assert [length - 3 * HOUR for _, length in climbed(STILL, (away,))] == [length for _, length in climbed(STILL)]


def test_a_press_has_time_count_anew_and_wakes_what_rested() -> None:
    rested = ToldSoFar(Kind.QUIET, BEGAN, Rung.AFTER_A_WEEK, BEGAN + 8 * DAY)
    assert next_rung(STILL, rested, ()) is None
    pressed = ToldSoFar(None, BEGAN + 20 * DAY, Rung.NOTHING, BEGAN + 20 * DAY)
    assert next_rung(STILL, pressed, ()) == (Rung.REMINDED, BEGAN + 20 * DAY + HOUR)


def test_what_was_said_of_another_state_or_of_an_earlier_time_does_not_count() -> None:
    for told in (
        ToldSoFar(Kind.OTHER, BEGAN, Rung.ASKED, BEGAN),
        ToldSoFar(Kind.QUIET, BEGAN - DAY, Rung.ASKED, BEGAN - DAY),
    ):
        assert next_rung(STILL, told, ()) == (Rung.REMINDED, BEGAN + HOUR)


def test_rungs_that_were_overtaken_are_said_as_one() -> None:
    assert last_come(STILL, None, (), BEGAN) is None
    assert last_come(STILL, None, (), BEGAN + HOUR) is Rung.REMINDED
    assert last_come(STILL, None, (), BEGAN + 4 * DAY) is Rung.AFTER_THREE_DAYS


@given(st.integers(0, 5), st.integers(0, 400), st.integers(0, 400))
def test_each_rung_comes_after_the_one_before_it_and_at_most_five_times(reached: int, late: int, asked: int) -> None:
    still = Still(Kind.QUIET, BEGAN, timedelta(minutes=late), timedelta(minutes=late + asked))
    moments = [length for _, length in climbed(still)]
    assert moments == sorted(moments)
    told = ToldSoFar(Kind.QUIET, BEGAN, Rung(reached), BEGAN)
    ahead = next_rung(still, told, ())
    assert ahead is None or ahead[0] > told.rung
