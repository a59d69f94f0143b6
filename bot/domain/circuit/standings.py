"""The table of a series, from the places of its events alone; in whatever order those were added, it is the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from math import inf

from bot.domain.circuit.rules import CircuitRules, Level
from bot.domain.contest_points import took_part
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId, PersonId
from bot.domain.standings import StandingRow


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody came in an event."""

    person_id: PersonId
    rank_from: int
    rank_to: int
    took_part: bool = True
    """False of who never played, or whose results are all void."""
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event that is over, with the places of all who were in it."""

    key: str
    ended_at: datetime
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """What an event gave somebody, and whether it is among those that count."""

    key: str
    rank_from: int
    rank_to: int
    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class CircuitRow:
    """A line of the table; a place is shared where nothing parts those who are level."""

    person_id: PersonId
    rank_from: int
    rank_to: int
    points: Fraction
    gains: tuple[Gain, ...]
    """In the order of the events' ends."""

    def gain_of(self, key: str) -> Gain | None:
        """What the event gave; None where the person was not in it or gets nothing for it."""
        return next((one for one in self.gains if one.key == key), None)


def placed_in(
    rows: Iterable[StandingRow], facts: EventFacts, person_of: Mapping[EntrantId, PersonId]
) -> tuple[Placed, ...]:
    """The places of an event by its table; of a person who stands in it twice the better one."""
    best: dict[PersonId, Placed] = {}
    known = facts.by_entrant
    for row in rows:
        person, starter = person_of[row.entrant_id], known.get(row.entrant_id)
        here = took_part(row.entrant_id, facts.contests) and not row.void
        left = starter is not None and starter.withdrawn
        best.setdefault(person, Placed(person, row.rank_from, row.rank_to, here, left))
    return tuple(best.values())


def without_doubles(placed: Iterable[Placed], one_of: Mapping[PersonId, PersonId]) -> tuple[Placed, ...]:
    """Whoever stands in the event under two ids has the better place of the two."""
    best: dict[PersonId, Placed] = {}
    for one in sorted(placed, key=lambda one: (not one.took_part, one.rank_from, one.rank_to)):
        person = one_of.get(one.person_id, one.person_id)
        best.setdefault(person, Placed(person, one.rank_from, one.rank_to, one.took_part, one.withdrawn))
    return tuple(best.values())


def standings(rules: CircuitRules, events: Iterable[CountedEvent]) -> tuple[CircuitRow, ...]:
    """The table, best first: the best so many results of each, and what parts those who are level."""
    in_order = sorted(events, key=lambda one: (one.ended_at, one.key))
    keys = [one.key for one in in_order]
    gains: dict[PersonId, list[Gain]] = {}
    for event in in_order:
        for one in event.placed:
            if one.took_part and (rules.withdrawn or not one.withdrawn):
                points = rules.gives(one.rank_from, one.rank_to)
                gains.setdefault(one.person_id, []).append(Gain(event.key, one.rank_from, one.rank_to, points, True))
    rows = [_row_of(rules, person, some) for person, some in gains.items()]
    return tuple(_with_ranks(rules, rows, keys))


def _row_of(rules: CircuitRules, person: PersonId, gains: Sequence[Gain]) -> CircuitRow:
    counting = _counting(rules, gains)
    told = tuple(replace(one, counts=at in counting) for at, one in enumerate(gains))
    return CircuitRow(person, 0, 0, sum((one.points for one in told if one.counts), Fraction()), told)


def _counting(rules: CircuitRules, gains: Sequence[Gain]) -> set[int]:
    """Which of them count: the best, of those that gave the same the earlier."""
    best_first = sorted(range(len(gains)), key=lambda at: (-gains[at].points, at))
    return set(best_first[: rules.best or len(gains)])


def _with_ranks(rules: CircuitRules, rows: Iterable[CircuitRow], keys: Sequence[str]) -> Iterable[CircuitRow]:
    def order(row: CircuitRow) -> tuple[object, ...]:
        return (-row.points, *(_value(level, row, keys) for level in rules.level))

    rank = 1
    for _, level in groupby(sorted(rows, key=lambda row: (order(row), row.person_id)), key=order):
        some = list(level)
        for row in some:
            yield CircuitRow(row.person_id, rank, rank + len(some) - 1, row.points, row.gains)
        rank += len(some)


def _value(level: Level, row: CircuitRow, keys: Sequence[str]) -> tuple[float | Fraction, ...]:
    """Sorts the better one first."""
    match level:
        case Level.WINS:
            return (-sum(one.rank_from == 1 for one in row.gains),)
        case Level.BEST_PLACES:
            # The list that is longer is better where the other one ends.
            return (*sorted(one.rank_from for one in row.gains), inf)
        case Level.LATEST:
            points = {one.key: one.points for one in row.gains}
            return tuple(-points.get(key, Fraction()) for key in reversed(keys))
        case Level.FEWER_EVENTS:
            return (len(row.gains),)
