"""Seats, the wait list and the close of confirmation."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId, PersonId, TournamentId
from bot.play.entries import Entrant, close_check_in, seats

CLOSE = datetime(2026, 5, 1, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)
OPENED = CLOSE - timedelta(minutes=30)
BEFORE = CLOSE - timedelta(minutes=10)


def entrant(number: int, *, confirmed: datetime | None = None, withdrew: datetime | None = None) -> Entrant:
    return Entrant(
        entrant_id=EntrantId(f"e{number}"),
        tournament_id=TournamentId("open"),
        person_id=PersonId(f"p{number}"),
        number=number,
        registered_at=CLOSE - timedelta(days=2) + number * SECOND,
        checked_in_at=confirmed,
        withdrawn_at=withdrew,
    )


def numbers(entrants) -> list[int]:
    return [entrant.number for entrant in entrants]


moments = st.none() | st.sampled_from([BEFORE, CLOSE, CLOSE + SECOND])
entries = st.lists(st.tuples(moments, moments), max_size=12).map(
    lambda rows: [entrant(n, confirmed=c, withdrew=w) for n, (c, w) in enumerate(rows, start=1)]
)
capacities = st.none() | st.integers(0, 14)


def test_who_comes_after_the_last_seat_waits_in_order():
    seating = seats([entrant(3), entrant(1), entrant(4), entrant(2)], 2)
    assert numbers(seating.seated) == [1, 2]
    assert numbers(seating.waiting) == [3, 4]


def test_a_freed_seat_goes_to_the_first_who_waits():
    seating = seats([entrant(1), entrant(2, withdrew=BEFORE), entrant(3), entrant(4)], 2)
    assert numbers(seating.seated) == [1, 3]
    assert numbers(seating.waiting) == [4]


def test_without_a_capacity_nobody_waits():
    assert seats([entrant(n) for n in range(1, 200)], None).waiting == ()


@given(entries, capacities)
def test_no_seat_is_lost_and_the_order_is_kept(known, capacity):
    seating = seats(known, capacity)
    staying = [entrant.number for entrant in known if entrant.withdrawn_at is None]
    assert numbers(seating.seated + seating.waiting) == staying
    assert len(seating.seated) == min(len(staying), len(staying) if capacity is None else capacity)


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.1")
@pytest.mark.parametrize(("late", "starts"), [(-1, True), (0, True), (1, False)])
def test_a_click_one_second_after_the_close_is_refused(late, starts):
    closing = close_check_in([entrant(1, confirmed=CLOSE + late * SECOND)], None, CLOSE)
    assert bool(closing.starters) is starts
    assert bool(closing.absent) is not starts


@pytest.mark.rule("AIJE-D01-5.2")
@pytest.mark.parametrize(("late", "absent"), [(-1, False), (0, False), (1, True)])
def test_withdrawing_is_free_until_the_close_and_excuses_nobody_after_it(late, absent):
    closing = close_check_in([entrant(1, withdrew=CLOSE + late * SECOND)], None, CLOSE)
    assert bool(closing.absent) is absent


@pytest.mark.rule("AIJE-D01-5.2")
def test_who_confirmed_may_still_withdraw_before_the_close():
    closing = close_check_in([entrant(1, confirmed=BEFORE, withdrew=CLOSE)], None, CLOSE)
    assert closing.starters == closing.absent == closing.left_over == ()


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
def test_absentees_seats_go_to_the_confirmed_of_the_wait_list_in_order():
    known = [entrant(1), entrant(2, confirmed=BEFORE), entrant(3), entrant(4, confirmed=BEFORE)]
    closing = close_check_in([*known, entrant(5, confirmed=BEFORE)], 2, CLOSE)
    assert numbers(closing.starters) == [2, 4]
    assert numbers(closing.absent) == [1]
    assert numbers(closing.left_over) == [3, 5]


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_on_the_wait_list_is_ever_a_no_show():
    closing = close_check_in([entrant(1, confirmed=BEFORE), entrant(2), entrant(3)], 1, CLOSE)
    assert closing.absent == ()


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize(("left", "missing"), [(OPENED, [3]), (OPENED + SECOND, []), (CLOSE, [])])
def test_who_waited_when_check_in_opened_is_no_no_show_for_a_seat_freed_later(left, missing):
    known = [entrant(1, confirmed=BEFORE), entrant(2, withdrew=left), entrant(3), entrant(4, confirmed=BEFORE)]
    closing = close_check_in(known, 2, CLOSE, OPENED)
    assert (numbers(closing.starters), numbers(closing.absent)) == ([1, 4], missing)
    assert sorted(numbers(closing.absent + closing.left_over)) == [3]


def test_who_registered_after_the_close_is_not_in_it():
    late = Entrant(EntrantId("x"), TournamentId("open"), PersonId("x"), 2, CLOSE + SECOND, CLOSE + SECOND)
    closing = close_check_in([entrant(1, confirmed=BEFORE), late], None, CLOSE)
    assert numbers(closing.starters + closing.absent + closing.left_over) == [1]


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
@given(entries, capacities)
def test_the_close_loses_nobody_and_fills_every_seat_it_can(known, capacity):
    closing = close_check_in(known, capacity, CLOSE)
    everyone = [*closing.starters, *closing.absent, *closing.left_over]
    confirmed = [entrant for entrant in everyone if entrant.confirmed_by(CLOSE)]
    assert sorted(numbers(everyone)) == [entrant.number for entrant in known if not entrant.withdrew_by(CLOSE)]
    assert len(closing.starters) == min(len(confirmed), len(confirmed) if capacity is None else capacity)
    assert all(entrant.confirmed_by(CLOSE) for entrant in closing.starters)
    assert not any(entrant.confirmed_by(CLOSE) for entrant in closing.absent)
