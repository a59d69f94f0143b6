"""A round with the reason of each of its boards, as people look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId
from bot.domain.pairing import RoundPairing


@dataclass(frozen=True, slots=True)
class ReasonsView:
    """Round `number` as it was paired, paired again from what was known then."""

    tournament: Tournament
    number: int
    pairing: RoundPairing
    people: Mapping[EntrantId, Person]
    same: bool
    """Whether it comes to the very boards that are on record."""
    rounds: int = 0
    """How many rounds are paired by now."""
