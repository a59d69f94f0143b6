"""Other numbers for a server's rating list: asked for, signed, and how they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.rating_terms import STARTING, DatedTerms, RatingTerms
from bot.domain.signing.signatures import Signed, Wish


@dataclass(frozen=True, slots=True)
class TermsWish(Wish):
    """Other numbers for the list, which wait for a second signature, and those that held when they were asked for."""

    kind: ClassVar[Signed] = Signed.RATING_TERMS
    k: float
    initial: float
    k_before: float
    initial_before: float

    @property
    def wanted(self) -> RatingTerms:
        """What is asked for."""
        return RatingTerms(self.initial, self.k)

    @property
    def before(self) -> RatingTerms:
        """What held then."""
        return RatingTerms(self.initial_before, self.k_before)


@dataclass(frozen=True, slots=True)
class TermsView:
    """The terms of a list, the latest first, with the people who chose them."""

    dated: tuple[DatedTerms, ...]
    people: Mapping[PersonId, Person]
    has_officers: bool
    """Whether a leader or a President is there, who change them; else the owner does."""

    def before(self, dated: DatedTerms) -> RatingTerms:
        """What held until then."""
        earlier = [one.terms for one in self.dated if one.since < dated.since]
        return earlier[0] if earlier else STARTING

    def person(self, person_id: PersonId | None) -> Person | None:
        """One of those who chose."""
        return None if person_id is None else self.people.get(person_id)

    @property
    def present(self) -> RatingTerms:
        """What the next event takes."""
        return self.dated[0].terms if self.dated else STARTING
