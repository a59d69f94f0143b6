"""A place in a team before it counts: somebody who is asked, or a name of which nobody knows yet who is meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.ids import EntrantId, PersonId, PlaceId


@dataclass(frozen=True, slots=True)
class Place:
    """One place as it is on record: of a person, or of a name that was typed."""

    place_id: PlaceId
    entrant_id: EntrantId
    person_id: PersonId | None
    typed_name: str | None
    typed_account: str | None
    school_year: int | None
    position: int
    """In the captain's order, from 1."""
    is_new: bool
    """Whoever was asked has said that the name is nobody's who is known."""
    named_at: datetime
    declined_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody has still to answer."""
        return self.declined_at is None


class Awaiting(StrEnum):
    """Whose word an open place waits for."""

    CAPTAIN = "captain"
    """To say whether somebody who is known is meant."""
    MEMBER = "member"
    STAFF = "staff"
    """Who has no Discord cannot press, and staff says yes instead."""


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """An open place as it is shown."""

    place: Place
    name: str
    awaiting: Awaiting
    person: Person | None = None
    rating: float | None = None
    alike: tuple[Person, ...] = ()
    """Whom the name, or its account, can mean."""
