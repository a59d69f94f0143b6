"""No figure of an event's page tells the rating of somebody who is not shown by name in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.pages.model import ShownAs
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from tests.features.pages.busy import alone
from tests.features.pages.kept import choose
from tests.features.pages.shown import page, switch_on, told
from tests.hall import squads
from tests.hall.hall import Hall

ORDER = ("points", "average_rating_of_opponents", "performance_fide", "performance_arena")
RATED = {2: 2100.0, 3: 2050.0, 4: 1999.0, 5: 1900.0}


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    switch_on(opened)
    squads.publish(opened, **{f"P{number}": rating for number, rating in RATED.items()})
    yield opened
    opened.close()


def by_ratings() -> Rulebook:
    swiss = alone("swiss")
    assert swiss.ranking is not None
    return replace(swiss, ranking=replace(swiss.ranking, order=ORDER))


def after_a_round(hall: Hall) -> Tournament:
    event = hall.begin(told(hall, hall.announce_of_before(by_ratings())), *RATED)
    for contest in hall.open_contests(event):
        hall.settle(contest, (contest.target, 0))
    return event


def figures(hall: Hall, event: Tournament) -> dict[str, tuple[str, ...]]:
    """What stands in the last columns of the table, by number of the entrant's registration."""
    shown = page(hall, event)
    (table,) = shown.tables
    numbers = {one.key: f"P{one.number + 1}" for one in shown.entrants}
    return {numbers[row.entrant]: row.cells[-3:] for row in table.rows}


def test_who_met_somebody_without_a_name_has_no_figure_of_their_rating(hall: Hall) -> None:
    event = after_a_round(hall)
    before = figures(hall, event)
    assert all("–" not in cells for cells in before.values())
    choose(hall, 3, ShownAs.INITIALS)
    after = figures(hall, event)
    untold = {name for name, cells in after.items() if cells == ("–", "–", "–")}
    assert "P3" in untold
    assert len(untold) == 2
    assert {name: cells for name, cells in after.items() if name not in untold} == {
        name: cells for name, cells in before.items() if name not in untold
    }
