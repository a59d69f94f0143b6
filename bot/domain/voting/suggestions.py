"""Projects and suggestions: anybody makes one, the leader approves it or declines it with a reason (AIJE-A01-3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion with its number in the server, and the leader's answer once there is one."""

    suggestion_id: str
    guild_id: GuildId
    number: int
    person_id: PersonId
    text: str
    made_at: datetime
    approved: bool | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A suggestion with its people."""

    suggestion: Suggestion
    author: Person
    decided_by: Person | None
