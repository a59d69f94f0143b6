"""The association's two offices: who holds them, who stands in, and what waits while one is vacant (AIJE-A01-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle, Office

LONGEST_STAND_IN: Final = timedelta(days=90)
"""Whoever is away for longer makes room for a successor."""


class Blocked(StrEnum):
    """What cannot happen while an office is vacant."""

    EXPULSION = "expulsion"
    """Leader and President both sign (AIJE-A02-1)."""
    SUGGESTIONS = "suggestions"
    """The leader answers them (AIJE-A01-3)."""
    MEMBER_EXPULSION = "member_expulsion"
    """The leader runs it (AIJE-A02-3)."""
    ELECTION = "election"
    """The President runs it (AIJE-A01-2)."""
    REMOVAL = "removal"
    """The leader removes with the President's approval (AIJE-A02-6)."""


_BLOCKS: Final[Mapping[Office, tuple[Blocked, ...]]] = {
    Office.LEADER: (Blocked.SUGGESTIONS, Blocked.EXPULSION, Blocked.MEMBER_EXPULSION, Blocked.REMOVAL),
    Office.PRESIDENT: (Blocked.ELECTION, Blocked.EXPULSION, Blocked.REMOVAL),
}


def blocked_by(office: Office) -> tuple[Blocked, ...]:
    """What waits for a holder of that office."""
    return _BLOCKS[office]


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who acts for the holder of an office until a moment; the holder keeps the office."""

    stand_in_id: str
    guild_id: GuildId
    office: Office
    person_id: PersonId
    since: datetime
    until: datetime
    named_by: PersonId
    reason: str


@dataclass(frozen=True, slots=True)
class Seat:
    """An office as it stands: `holder` None where it is vacant."""

    office: Office
    holder: Person | None
    since: datetime | None
    stand_in: Person | None
    stands_in_until: datetime | None


@dataclass(frozen=True, slots=True)
class Committee:
    """Both offices and every holder of an arbiter title, who together are the committee (AIJE-A01-1)."""

    seats: tuple[Seat, ...]
    arbiters: tuple[tuple[Person, ArbiterTitle, datetime], ...]
