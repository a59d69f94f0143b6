"""The rules of a series as data: what a place gives, how many events count, who plays the final."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

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


class Level(StrEnum):
    """What parts those with equal points in the table of a series."""

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
    level: tuple[Level, ...]
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
