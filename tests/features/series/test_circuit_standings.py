"""The table of a series, worked out by hand and held to what must be true of any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.features.series.model import finalists
from bot.kernel.ids import PersonId
from bot.play.series import CircuitRow, CircuitRules, CountedEvent, Placed, SeriesLevel, Shared, standings

BEGUN = datetime(2026, 1, 3, 18, tzinfo=UTC)
RULES = CircuitRules(
    name="Cups",
    places=(10, 6, 4, 4),
    played=1,
    shared=Shared.MEAN,
    withdrawn=True,
    best=2,
    formats=(),
    unrated=True,
    level=(SeriesLevel.WINS, SeriesLevel.BEST_PLACES, SeriesLevel.LATEST),
    finalists=2,
)


def event(number: int, *names: str | tuple[str, ...]) -> CountedEvent:
    """An event in which these came in this order; those in one group share their places."""
    placed: list[Placed] = []
    for group in names:
        some = (group,) if isinstance(group, str) else group
        first = len(placed) + 1
        placed += [Placed(PersonId(one), first, first + len(some) - 1) for one in some]
    return CountedEvent(f"e{number}", BEGUN + timedelta(days=7 * number), tuple(placed))


def told(rows: Sequence[CircuitRow]) -> list[tuple[int, str, float]]:
    return [(row.rank_from, row.person_id, float(row.points)) for row in rows]


def those(*names: str) -> tuple[PersonId, ...]:
    return tuple(PersonId(one) for one in names)


def test_the_best_two_of_three_count_and_the_third_is_marked() -> None:
    rows = standings(RULES, [event(1, "Ana", "Bia"), event(2, "Bia", "Ana"), event(3, "Caio", "Bia", "Ana")])
    # Both have won once and come second once; Bia's third place is a better one.
    assert told(rows) == [(1, "Bia", 16), (2, "Ana", 16), (3, "Caio", 10)]
    bia = next(row for row in rows if row.person_id == "Bia")
    assert [(int(one.points), one.counts) for one in bia.gains] == [(6, True), (10, True), (6, False)]


def test_a_shared_place_gives_the_mean_or_what_the_higher_one_gives() -> None:
    rows = standings(RULES, [event(1, ("Ana", "Bia"), "Caio")])
    assert told(rows) == [(1, "Ana", 8), (1, "Bia", 8), (3, "Caio", 4)]
    rows = standings(replace(RULES, shared=Shared.HIGHER), [event(1, ("Ana", "Bia"), "Caio")])
    assert [row.points for row in rows] == [10, 10, 4]


def test_who_never_played_earns_nothing_and_who_left_what_the_rules_say() -> None:
    placed = (
        Placed(PersonId("Ana"), 1, 1),
        Placed(PersonId("Bia"), 2, 2, withdrawn=True),
        Placed(PersonId("Caio"), 3, 3, took_part=False),
    )
    first = CountedEvent("e1", BEGUN, placed)
    assert told(standings(RULES, [first])) == [(1, "Ana", 10), (2, "Bia", 6)]
    assert told(standings(replace(RULES, withdrawn=False), [first])) == [(1, "Ana", 10)]


def test_level_points_are_parted_by_what_the_file_names_in_its_order() -> None:
    events = [event(1, "Ana", "X", "Y", "Bia"), event(2, "X", "Bia"), event(3, "Y", "Bia")]
    points = replace(RULES, places=(12, 6, 3, 0), played=0, best=0)
    assert [row.person_id for row in standings(points, events) if row.person_id in {"Ana", "Bia"}] == ["Ana", "Bia"]
    latest = replace(points, level=(SeriesLevel.LATEST,))
    assert [row.person_id for row in standings(latest, events) if row.person_id in {"Ana", "Bia"}] == ["Bia", "Ana"]
    nothing = {str(row.person_id): row for row in standings(replace(points, level=()), events)}
    assert nothing["Ana"].rank_from == nothing["Bia"].rank_from
    fewer = replace(points, level=(SeriesLevel.FEWER_EVENTS,))
    assert [row.person_id for row in standings(fewer, events) if row.person_id in {"Ana", "Bia"}] == ["Ana", "Bia"]


NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabio")
ORDERS = st.lists(st.permutations(NAMES).flatmap(lambda one: st.integers(1, 6).map(lambda n: one[:n])), max_size=6)


@given(orders=ORDERS, best=st.integers(0, 6), moved=st.randoms(use_true_random=False))
def test_the_order_in_which_events_are_added_changes_nothing(orders: list[list[str]], best: int, moved: object) -> None:
    rules = replace(RULES, best=best)
    events = [event(number, *order) for number, order in enumerate(orders)]
    mixed = list(events)
    moved.shuffle(mixed)  # type: ignore[attr-defined]
    assert standings(rules, mixed) == standings(rules, events)


@given(orders=ORDERS, best=st.integers(1, 5))
def test_more_events_that_count_never_take_points_and_never_give_more_than_all(
    orders: list[list[str]], best: int
) -> None:
    events = [event(number, *order) for number, order in enumerate(orders)]
    points = [
        {row.person_id: row.points for row in standings(replace(RULES, best=one), events)}
        for one in (best, best + 1, 0)
    ]
    for name in points[0]:
        assert points[0][name] <= points[1][name] <= points[2][name]


@given(orders=ORDERS.filter(len), seats=st.integers(1, 4), data=st.data())
def test_a_seat_that_was_offered_is_lost_by_nothing_but_a_refusal(
    orders: list[list[str]], seats: int, data: st.DataObject
) -> None:
    events = [event(number, *order) for number, order in enumerate(orders)]
    before = finalists(standings(RULES, events), seats)
    corrected = [event(number, *reversed(order)) for number, order in enumerate(orders)]
    declined = set(data.draw(st.lists(st.sampled_from(before.holders), unique=True))) if before.holders else set()
    after = finalists(standings(RULES, corrected), seats, before.holders, declined)
    assert set(before.holders) - declined <= set(after.holders)
    assert declined.isdisjoint(after.holders)
    assert set(after.overlooked).isdisjoint(after.holders)


def test_a_refusal_moves_the_next_in_and_who_is_level_with_the_last_plays_as_well() -> None:
    rows = standings(RULES, [event(1, "Ana", ("Bia", "Caio"), "Davi", "Eva")])
    assert finalists(rows, 2).holders == ("Ana", "Bia", "Caio")
    moved_up = finalists(rows, 2, those("Ana", "Bia", "Caio"), those("Bia", "Caio"))
    assert moved_up.holders == ("Ana", "Davi")
    assert finalists(rows, 2, those("Ana", "Bia", "Caio"), those("Bia")).holders == ("Ana", "Caio")
    assert finalists(rows, 9).vacant == 4
