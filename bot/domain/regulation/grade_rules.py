"""Grades as a rulebook has them: which count, who confirms them, and which places are proposed for one (GO-25.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.grades import Grade, Kind, read_grade

_PROMOTION = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))? (\S+)")


class Confirmers(StrEnum):
    """Who confirms a grade that a player declares."""

    ARBITERS = "arbiters"
    ORGANISERS = "organisers"


@dataclass(frozen=True, slots=True)
class GradeRules:
    """Grades of an event by its rulebook (GO-25.3); a rulebook without them has none."""

    confirmed_by: Confirmers = Confirmers.ARBITERS
    lowest_kyu: int = 0
    """The lowest kyu that counts here; 0: grades begin at 1 dan."""
    order_the_field: bool = True
    """Whether seeds, pairing numbers and boards go by grade first and by rating after it."""
    promotions: tuple[str, ...] = ()
    """Places and the grade that they are proposed for: "1 7d", "2-6 6d"."""

    def counts(self, grade: Grade) -> bool:
        """Whether such a grade is one here."""
        return grade.kind is not Kind.KYU or grade.dan <= self.lowest_kyu


@dataclass(frozen=True, slots=True)
class Promotion:
    """Places from one to another are proposed for a grade."""

    first: int
    last: int
    grade: Grade


def read_promotion(text: str) -> Promotion | None:
    """What an entry of `promotions` says, "2-6 6d"; None where it says nothing that can be done."""
    found = _PROMOTION.fullmatch(text.strip())
    grade = None if found is None else read_grade(found[3])
    if found is None or grade is None:
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    return Promotion(first, last, grade) if first <= last else None
