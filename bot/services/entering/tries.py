"""Who was there to confirm and could not: pressed Check in and was refused, or mended a team (AIJE-D01-5.3)."""

from __future__ import annotations

from typing import Final

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, Occasion, PersonId
from bot.services import event_log
from bot.storage import log
from bot.storage.database import Work

TRIED: Final = "try_to_check_in"
MENDED: Final = "mend_team"


def note(work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, by: PersonId, act: str) -> None:
    """Puts it on the log, once for each entry; who was there is not absent, whatever was lacking."""
    if entrant.entrant_id not in entries_noted(work, tournament):
        event_log.record(work, occasion, tournament, act, by, entrant=entrant.entrant_id)


def entries_noted(work: Work, tournament: Tournament) -> frozenset[EntrantId]:
    """The entries of which it is on the log since the start was last moved."""
    moved = [at for at, _ in log.starts_before(work, tournament.tournament_id)]
    since = max(moved, default=tournament.created_at)
    return log.entrants_with(work, tournament.tournament_id, (TRIED, MENDED), since)
