"""The log's lines of acts that concern an event as a whole, and perhaps somebody in it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, PersonId
from bot.services.timetable import tournament_subject
from bot.storage import log
from bot.storage.database import Work


def record(
    work: Work,
    occasion: Occasion,
    tournament: Tournament,
    act: str,
    by: PersonId | None = None,
    about: PersonId | None = None,
    why: str | None = None,
    details: Mapping[str, str] | None = None,
) -> None:
    """Writes who did what to the event, about whom, and why; nobody did what came by itself."""
    log.add(
        work,
        tournament.guild_id,
        occasion.now,
        act,
        tournament_subject(tournament.tournament_id),
        actor=by,
        tournament_id=tournament.tournament_id,
        why=why,
        details={**({"person": about} if about else {}), **(details or {})} or None,
    )
