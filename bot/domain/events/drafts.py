"""A tournament, or a change of one, as an organiser typed it: shown before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.ids import GuildId, PersonId, TournamentId

KEPT_FOR: Final = timedelta(days=30)
"""How long what somebody has begun waits for their next press."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What will be created, or with a `tournament_id` changed, when its author confirms."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    drafted_at: datetime
    tournament_id: TournamentId | None = None
    name: str | None = None
    rulebook: str | None = None
    """The canonical text of the frozen rulebook, so that what was shown is what will be."""
    start_at: datetime | None = None
    poster_id: str | None = None
    """What is told of the event; of one that is changed None, where that stays as it is."""
