"""The numbers of a server's rating list: how far a game moves a rating, and where a newcomer begins (AIJE-B02-2).

They belong to the list and never to a file. They are dated, so that a change counts from the next event that is created
on; each event keeps those that it was created with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.rulebook import Rulebook

LEAST_K: Final = 8
MOST_K: Final = 64
LEAST_INITIAL: Final = 100
MOST_INITIAL: Final = 4_000


@dataclass(frozen=True, slots=True)
class RatingTerms:
    """Where a newcomer begins, and the K of Elo."""

    initial: float
    k: float


STARTING: Final = RatingTerms(initial=2000.0, k=16.0)
"""What holds until a server says otherwise: the association's own numbers (AIJE-B02-2)."""


@dataclass(frozen=True, slots=True)
class DatedTerms:
    """Terms with the moment from which new events take them; nobody chose the first ones of a list."""

    terms: RatingTerms
    since: datetime
    chosen_by: PersonId | None = None
    signed_by: PersonId | None = None


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


def within_bounds(terms: RatingTerms) -> bool:
    """Whether a list can have such numbers; what is no number lies within none."""
    return LEAST_K <= terms.k <= MOST_K and LEAST_INITIAL <= terms.initial <= MOST_INITIAL


def in_force(dated: Sequence[DatedTerms], moment: datetime) -> RatingTerms:
    """The terms that held at the moment; before the first ones began, those. `dated` is earliest first."""
    begun = [one.terms for one in dated if one.since <= moment]
    if begun:
        return begun[-1]
    return dated[0].terms if dated else STARTING


def with_terms(rulebook: Rulebook, terms: RatingTerms) -> Rulebook:
    """The rulebook with the numbers of the list."""
    return replace(rulebook, rating=replace(rulebook.rating, initial=terms.initial, k=terms.k))


def terms_of(rulebook: Rulebook) -> RatingTerms:
    """The numbers that an event was created with."""
    return RatingTerms(initial=rulebook.rating.initial, k=rulebook.rating.k)
