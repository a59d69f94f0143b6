"""Grades of Go: kyu below, amateur 1 to 7 dan, professional 1 to 9 dan, which order a field and boards (GO-25.3).

A player declares a grade and somebody confirms it; only a confirmed one counts. A promotion by results is proposed as
the rulebook says, and the body confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from bot.domain.ids import GuildId, PersonId, TournamentId

T = TypeVar("T")
LOWEST_KYU = 30
_WRITTEN = re.compile(r"([1-9]\d?)\s*(d|dan|p|pro|k|kyu)", re.IGNORECASE)
_PROMOTION = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))? (\S+)")


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


def promoted_to(place: int, held: Grade | None, promotions: Iterable[str]) -> Grade | None:
    """The highest grade that the place is proposed for and that is above the one held; None where there is none."""
    read = [one for one in map(read_promotion, promotions) if one is not None]
    reached = [one.grade for one in read if one.first <= place <= one.last]
    best = max(reached, key=lambda grade: grade.strength, default=None)
    if best is None or (held is not None and held.strength >= best.strength):
        return None
    return best


class GradeOrigin(StrEnum):
    """Where a grade comes from."""

    DECLARED = "declared"
    """By the player."""
    PROMOTION = "promotion"
    """By results, as the rulebook says."""


@dataclass(frozen=True, slots=True)
class GradeRecord:
    """A grade of a person: waiting, confirmed, refused or replaced. Only a confirmed one that has not ended counts."""

    grade_id: str
    guild_id: GuildId
    person_id: PersonId
    grade: Grade
    origin: GradeOrigin
    tournament_id: TournamentId
    """The event whose rulebook says who confirms it."""
    said_at: datetime
    confirmed_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.confirmed_at is None and self.ended_at is None
