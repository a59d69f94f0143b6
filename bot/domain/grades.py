"""Grades of Go: amateur 1 to 7 dan, professional 1 to 9 dan, which order a field and the boards of a team (GO-25.3).

A promotion by results is the body's to propose and confirm; nothing here proposes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")
_HIGHEST = {"amateur": 7, "professional": 9}
_WRITTEN = re.compile(r"([1-9])\s*(d|dan|p)", re.IGNORECASE)


class Kind(StrEnum):
    """Amateurs and professionals are graded apart."""

    AMATEUR = "amateur"
    PROFESSIONAL = "professional"


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade, `dan` from 1. Raises ValueError beyond the highest of its kind."""

    kind: Kind
    dan: int

    def __post_init__(self) -> None:
        if not 1 <= self.dan <= _HIGHEST[self.kind]:
            raise ValueError(f"{self.kind} grades go from 1 to {_HIGHEST[self.kind]} dan")

    @property
    def strength(self) -> int:
        """A number that is higher for the stronger grade: any professional one is above all amateur ones."""
        return self.dan + (_HIGHEST[Kind.AMATEUR] if self.kind is Kind.PROFESSIONAL else 0)


def read_grade(text: str) -> Grade | None:
    """The grade as people write it, "5d", "5 dan" or "2p"; None for anything else."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    kind = Kind.PROFESSIONAL if found[2].casefold() == "p" else Kind.AMATEUR
    try:
        return Grade(kind, int(found[1]))
    except ValueError:
        return None


def strongest_first(some: Iterable[tuple[T, Grade | None, float | None]]) -> tuple[T, ...]:
    """Players by grade, equal ones by rating, and otherwise as they came; who has neither comes last."""
    in_order = sorted(some, key=lambda one: (-(one[1].strength if one[1] else 0), -(one[2] or 0)))
    return tuple(player for player, _, _ in in_order)
