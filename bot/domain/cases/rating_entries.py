"""A rating for somebody who was forgotten when the association moved in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.signing.signatures import Signed, Wish


@dataclass(frozen=True, slots=True)
class RatingEntered(Wish):
    """That somebody who is on no list gets a rating, and why."""

    kind: ClassVar[Signed] = Signed.RATING

    person_id: PersonId
    rating: float
    reason: str


@dataclass(frozen=True, slots=True)
class RatingEnteredTold:
    """The same for its card."""

    person: Person
    rating: float
    reason: str
