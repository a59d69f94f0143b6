"""What people look at of clubs and of pairs that are not to meet, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament


@dataclass(frozen=True, slots=True)
class ClubSaid:
    """The club that an entrant plays for by now; None is no club."""

    tournament: Tournament
    person: Person
    club: str | None
    own: bool


@dataclass(frozen=True, slots=True)
class PairView:
    """Two who are not to meet; `reason` is for staff."""

    people: tuple[Person, Person]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PairsView:
    """All pairs of an event that are not to meet."""

    tournament: Tournament
    pairs: tuple[PairView, ...]


@dataclass(frozen=True, slots=True)
class PairForbidden:
    """A pair that was forbidden, or may meet again; `number` is the first round that it counts in."""

    tournament: Tournament
    people: tuple[Person, Person]
    number: int
    forbidden: bool
