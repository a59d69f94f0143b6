"""A running event that staff have stopped for a time: its clocks stand still, as in an outage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.ids import PersonId, TournamentId

LONGEST: Final = timedelta(days=7)
"""After so long a pause is over by itself, so that no event is forgotten in one."""


@dataclass(frozen=True, slots=True)
class EventPause:
    """One pause of an event."""

    tournament_id: TournamentId
    paused_at: datetime
    paused_by: PersonId
    reason: str
    until: datetime
    """When it is over by itself."""
    resumed_at: datetime | None = None
    resumed_by: PersonId | None = None
    """None where its time had come."""


@dataclass(frozen=True, slots=True)
class PauseView:
    """A pause as it is told."""

    event: str
    pause: EventPause
    by: str
    """Who paused the event, or resumed it; empty where nobody did."""
