"""A series: its rules as data, and its table, from the places of its events alone.

The table is the same in whatever order the events were added. Rules say what a place gives, how many events count,
who plays the final.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from math import inf
from types import MappingProxyType
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import StandingRow
from bot.play.formats.protocol import EventFacts
from bot.play.points import took_part

# --- rules ----------------------------------------------------------------------------------------------------------


MOST_PLACES: Final = 200
MOST_POINTS: Final = 100_000
MOST_EVENTS: Final = 60
"""Events of one series: one a week for a year, and some."""
MOST_FINALISTS: Final = 64
NAME_LENGTH: Final = 60


class Shared(StrEnum):
    """What each of those who share places gets for them."""

    MEAN = "mean"
    """The mean of what the places give, so that no points are made or lost."""
    HIGHER = "higher"
    """What the best of the places gives."""


class SeriesLevel(StrEnum):
    """What parts those with equal points in the table of a series."""

    __said_as__ = "level"

    WINS = "wins"
    """More events won; a shared first place is one."""
    BEST_PLACES = "best_places"
    """More first places, then more second ones, and so on."""
    LATEST = "latest"
    """More points in the latest event, then in the one before it."""
    FEWER_EVENTS = "fewer_events"
    """The same points from fewer events."""


@dataclass(frozen=True, slots=True)
class CircuitRules:
    """The rules of a series, as its file has them."""

    name: str
    places: tuple[int, ...]
    """What the places give, from the first on."""
    played: int
    """What everyone who played gets for a place below those."""
    shared: Shared
    withdrawn: bool
    """Whether who has left an event keeps the points of the place; who did not play at all never has any."""
    best: int
    """How many events count of each person, the best ones; 0 for all."""
    formats: tuple[StrEnum, ...]
    """The formats whose events may count, as rulebooks name them; nothing for all."""
    unrated: bool
    """Whether events count that change no rating."""
    level: tuple[SeriesLevel, ...]
    finalists: int
    """How many play the final; 0 where there is none."""

    def gives(self, rank_from: int, rank_to: int) -> Fraction:
        """What each of those on the places gets, who share them where they are several."""
        if self.shared is Shared.HIGHER:
            return Fraction(self._at(rank_from))
        some = [self._at(place) for place in range(rank_from, rank_to + 1)]
        return Fraction(sum(some), len(some))

    def _at(self, place: int) -> int:
        return self.places[place - 1] if place <= len(self.places) else self.played


# --- the table ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody came in an event."""

    person_id: PersonId
    rank_from: int
    rank_to: int
    took_part: bool = True
    """False of who never played, or whose results are all void."""
    withdrawn: bool = False
    share: Fraction = Fraction(1)
    """Their part of the place, by the matches that each of its holders has played."""


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
        return next((gain for gain in self.gains if gain.key == key), None)


Former = Mapping[tuple[ContestId, EntrantId], PersonId]
"""Who played a match for an entrant before somebody else took the place."""
_NOBODY: Final[Former] = MappingProxyType({})


def placed_in(
    rows: Iterable[StandingRow],
    facts: EventFacts,
    person_of: Mapping[EntrantId, PersonId],
    former: Former = _NOBODY,
) -> tuple[Placed, ...]:
    """The places of an event by its table; of a person who stands in it twice the better one.

    A place that went over is shared by the matches played: who left has left the event.
    """
    best: dict[PersonId, Placed] = {}
    known = facts.by_entrant
    for row in rows:
        person, starter = person_of[row.entrant_id], known.get(row.entrant_id)
        here = took_part(row.entrant_id, facts.contests) and not row.void
        left = starter is not None and starter.withdrawn
        parts = _parts(row.entrant_id, facts, person, former)
        for one, share in parts.items():
            came = here and share > 0
            gone = left if one == person else True
            best.setdefault(one, Placed(one, row.rank_from, row.rank_to, came, gone, share))
    return tuple(best.values())


def _parts(entrant_id: EntrantId, facts: EventFacts, person: PersonId, former: Former) -> dict[PersonId, Fraction]:
    """Who has which part of the place: all of it who holds it, where nobody else has played for it."""
    if all(entrant != entrant_id for _, entrant in former):
        return {person: Fraction(1)}
    played = Counter(
        former.get((one.contest_id, entrant_id), person)
        for one in facts.contests
        if entrant_id in one.sides and took_part(entrant_id, [one])
    )
    total = sum(played.values()) or 1
    return {one: Fraction(n, total) for one, n in {person: 0, **played}.items()}


def without_doubles(placed: Iterable[Placed], one_of: Mapping[PersonId, PersonId]) -> tuple[Placed, ...]:
    """Whoever stands in the event under two ids has the better place of the two."""
    best: dict[PersonId, Placed] = {}
    for one in sorted(placed, key=lambda one: (not one.took_part, one.rank_from, one.rank_to)):
        person = one_of.get(one.person_id, one.person_id)
        best.setdefault(person, replace(one, person_id=person))
    return tuple(best.values())


def standings(rules: CircuitRules, events: Iterable[CountedEvent]) -> tuple[CircuitRow, ...]:
    """The table, best first: the best so many results of each, and what parts those who are level."""
    in_order = sorted(events, key=lambda one: (one.ended_at, one.key))
    keys = [one.key for one in in_order]
    gains: dict[PersonId, list[Gain]] = {}
    for event in in_order:
        for one in event.placed:
            if one.took_part and (rules.withdrawn or not one.withdrawn):
                points = rules.gives(one.rank_from, one.rank_to) * one.share
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


def _value(level: SeriesLevel, row: CircuitRow, keys: Sequence[str]) -> tuple[float | Fraction, ...]:
    """Sorts the better one first."""
    match level:
        case SeriesLevel.WINS:
            return (-sum(gain.rank_from == 1 for gain in row.gains),)
        case SeriesLevel.BEST_PLACES:
            # The list that is longer is better where the other one ends.
            return (*sorted(gain.rank_from for gain in row.gains), inf)
        case SeriesLevel.LATEST:
            points = {gain.key: gain.points for gain in row.gains}
            return tuple(-points.get(key, Fraction()) for key in reversed(keys))
        case SeriesLevel.FEWER_EVENTS:
            return (len(row.gains),)
