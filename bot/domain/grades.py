"""Grades of Go: kyu below, amateur 1 to 7 dan, professional 1 to 9 dan, which order a field and boards (GO-25.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")
LOWEST_KYU = 30
_WRITTEN = re.compile(r"([1-9]\d?)\s*(d|dan|p|pro|k|kyu)", re.IGNORECASE)


class Kind(StrEnum):
    """Amateurs and professionals are graded apart; whoever is below 1 dan has kyu, the lower number the stronger."""

    KYU = "kyu"
    AMATEUR = "amateur"
    PROFESSIONAL = "professional"


_HIGHEST = {Kind.KYU: LOWEST_KYU, Kind.AMATEUR: 7, Kind.PROFESSIONAL: 9}
_SIGN = {Kind.KYU: "k", Kind.AMATEUR: "d", Kind.PROFESSIONAL: "p"}


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade, `dan` from 1, of a kyu grade its number. Raises ValueError beyond the last of its kind."""

    kind: Kind
    dan: int

    def __post_init__(self) -> None:
        if not 1 <= self.dan <= _HIGHEST[self.kind]:
            raise ValueError(f"{self.kind} grades go from 1 to {_HIGHEST[self.kind]}")

    @property
    def strength(self) -> int:
        """A number that is higher for the stronger grade: any professional one is above all amateur ones."""
        if self.kind is Kind.KYU:
            return 1 - self.dan
        return self.dan + (_HIGHEST[Kind.AMATEUR] if self.kind is Kind.PROFESSIONAL else 0)

    def __str__(self) -> str:
        """As it is written everywhere: "5d", "2p", "3k"."""
        return f"{self.dan}{_SIGN[self.kind]}"


def read_grade(text: str) -> Grade | None:
    """The grade as people write it, "5d", "5 dan", "2p" or "3 kyu"; None for anything else."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    kind = next(kind for kind, sign in _SIGN.items() if found[2].casefold().startswith(sign))
    try:
        return Grade(kind, int(found[1]))
    except ValueError:
        return None


def strongest_first(some: Iterable[tuple[T, Grade | None, float | None]]) -> tuple[T, ...]:
    """Players by grade, equal ones by rating, and otherwise as they came; who has neither comes last."""
    in_order = sorted(some, key=lambda one: (-(one[1].strength if one[1] else -LOWEST_KYU), -(one[2] or 0)))
    return tuple(player for player, _, _ in in_order)
