"""The numbers of a server's rating list: how far a game moves a rating, and where a newcomer begins (AIJE-B02-2).

They belong to the list and never to a file. They are dated, so that a change counts from the next event that is created
on; each event keeps those that it was created with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

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
