"""How a rulebook's file spells what the outcomes say: durations, nothing, formats, and numbers within bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

Settings = dict[str, object]
"""Dotted keys of a file, with what must stand there."""
Translated = Callable[[dict[str, Any], str], Settings]
"""The outcome of a rule and the event that is played in; the settings that follow out."""

NONE: Final = "none"
"""Nothing, as a file writes it."""
ABSENT: Final = "missing"
"""What is said of a key that does not stand in a file."""
FORMATS: Final = {
    "knock-out": "knockout",
    "all play all": "round_robin",
    "swiss": "swiss",
    "match": "title_match",
    "arena": "arena",
    "tables": "tables",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """Anything from the first to the last; of durations, in minutes."""

    least: float
    most: float

    def holds(self, found: object) -> bool:
        """Whether the value is within."""
        if isinstance(found, str):
            number, _, unit = found.partition(" ")
            return unit in _MINUTES and self.least <= float(number) * _MINUTES[unit] <= self.most
        return isinstance(found, int | float) and self.least <= found <= self.most

    def __str__(self) -> str:
        """As a reader is told."""
        return f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Named:
    """Anything but nothing; or a list that begins so."""

    first: tuple[str, ...] = ()

    def holds(self, found: object) -> bool:
        """Whether something is named, and what has to come first does."""
        if self.first:
            return isinstance(found, list) and tuple(found[: len(self.first)]) == self.first
        return found not in (NONE, ABSENT, "")

    def __str__(self) -> str:
        """As a reader is told."""
        return ", ".join(self.first) + ", ..." if self.first else "a name"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several ways."""

    ways: tuple[str, ...]

    def holds(self, found: object) -> bool:
        """Whether the value is one of them."""
        return found in self.ways

    def __str__(self) -> str:
        """As a reader is told."""
        return " or ".join(self.ways)


@dataclass(frozen=True, slots=True)
class Including:
    """A list in which something stands, whatever else does."""

    one: str

    def holds(self, found: object) -> bool:
        """Whether it stands there."""
        return isinstance(found, list) and self.one in found

    def __str__(self) -> str:
        """As a reader is told."""
        return f"{self.one} among them"


Open = Bounds | Named | OneOf | Including
"""What a text leaves some room for."""
_MINUTES: Final = {"s": 1 / 60, "min": 1, "h": 60, "d": 1440}


def hours(number: int) -> str:
    """A duration."""
    return f"{number} h"


def minutes(number: int) -> str:
    """A duration."""
    return f"{number} min"
