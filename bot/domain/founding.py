"""The founding of an association: for so long opening lists bring ratings, titles, offices and bars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId

OPEN_FOR: Final = timedelta(days=7)
"""After somebody has said that moving in is done, or after the last of the events that found it."""
EVENTS: Final = 3
PLAYERS: Final = 8
"""An official event here counts towards the founding from so many players on."""
REOPEN_FOR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Founding:
    """From when on the founding comes to its end."""

    guild_id: GuildId
    ends_from: datetime
    ended_by: PersonId | None
    """Who said so; None where the events did."""


@dataclass(frozen=True, slots=True)
class FoundingView:
    """The founding as everybody reads of it."""

    closes_at: datetime | None
    """None while it goes on without an end."""
    is_over: bool
    by: Person | None = None
    may_finish: bool = False
    """Whether who looks can say that moving in is done."""
