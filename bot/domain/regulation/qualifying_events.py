"""Events whose players are invited, as their rulebooks say (AIJE-D02-1, AIJE-D03-1, AIJE-D04-1)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.domain.rulebook import Rulebook


class QualifyingEvent(StrEnum):
    """Events whose players are invited; the value is the rulebook's name."""

    LEAGUE = "aije-champions-league"
    CANDIDATES = "aije-candidates"
    WORLD = "aije-world"


SEAT_MATCH: Final = "aije-seat-match"
"""The rulebook of a match for a seat, in which both are entered when it is arranged, and nobody by hand."""


def seats_of(rulebook: Rulebook) -> QualifyingEvent | None:
    """The seats that admit to an event by the rulebook; None where none do.

    An official match for a title is the world championship by whatever name, since its winner is crowned.
    """
    if rulebook.official and rulebook.traits.is_series:
        return QualifyingEvent.WORLD
    return next((event for event in QualifyingEvent if event == rulebook.name), None)


def by_invitation(rulebook: Rulebook) -> bool:
    """Whether nobody enters by own word alone; for the world title this is no setting (AIJE-D03-1)."""
    return rulebook.registration.invited_only or seats_of(rulebook) is QualifyingEvent.WORLD


def entered_by_organisers(rulebook: Rulebook) -> bool:
    """Whether organisers invite by entering people themselves, since no seats of a season admit to the event."""
    return by_invitation(rulebook) and seats_of(rulebook) is None and rulebook.name != SEAT_MATCH
