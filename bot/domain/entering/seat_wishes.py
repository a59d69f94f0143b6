"""A seat to be given or taken by hand, by somebody who plays for the seats of the event themself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.signing.signatures import Signed, Wish


class SeatDeed(StrEnum):
    """What is to be done with the seat."""

    GIVE = "give"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class SeatWished(Wish):
    """That the person gets a seat in the event, or loses it, and why."""

    kind: ClassVar[Signed] = Signed.SEAT

    deed: str
    person_id: PersonId
    event: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeatTold:
    """The same for its card."""

    deed: SeatDeed
    person: Person
    event: QualifyingEvent
    reason: str
