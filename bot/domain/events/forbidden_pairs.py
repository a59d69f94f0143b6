"""Pairs that are never to meet in an event, as siblings may be, from when to when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import EntrantId

Pair = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two entrants who are not paired from `since` on, None being the beginning, until it was lifted."""

    sides: tuple[EntrantId, EntrantId]
    since: datetime | None = None
    until: datetime | None = None

    @property
    def pair(self) -> Pair:
        """The two, in no order."""
        return frozenset(self.sides)

    def holds(self, moment: datetime | None) -> bool:
        """Whether the two were kept apart at the moment; None asks for how it stands."""
        if moment is None:
            return self.until is None
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


def holding(pairs: Iterable[ForbiddenPair], moment: datetime | None = None) -> frozenset[Pair]:
    """The pairs that were forbidden at the moment; without one, those that are."""
    return frozenset(one.pair for one in pairs if one.holds(moment))
