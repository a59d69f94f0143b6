"""Who was there to confirm and could not: pressed Check in and was refused, or mended a team (AIJE-D01-5.3)."""

from __future__ import annotations

from typing import Final

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId
from bot.services import event_log
from bot.storage import log
from bot.storage.context import Query, Tx

TRIED: Final = "try_to_check_in"
MENDED: Final = "mend_team"


def note(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId, act: str) -> None:
    """Puts it on the log, once for each entry; who was there is not absent, whatever was lacking."""
    if entrant.entrant_id not in entries_noted(tx, tournament):
        event_log.record(tx, tournament, act, by, entrant=entrant.entrant_id)


def entries_noted(tx: Query, tournament: Tournament) -> frozenset[EntrantId]:
    """The entries of which it is on the log since the start was last moved."""
    moved = [at for at, _ in log.starts_before(tx, tournament.tournament_id)]
    since = max(moved, default=tournament.created_at)
    return log.entrants_with(tx, tournament.tournament_id, (TRIED, MENDED), since)
