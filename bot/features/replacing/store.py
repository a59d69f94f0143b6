"""Who took whose place in an event."""

from __future__ import annotations

from typing import Final

from bot.features.replacing.model import Substitution
from bot.kernel.context import Query, Tx
from bot.kernel.ids import EntrantId, PersonId, TournamentId
from bot.kernel.tables import Table

_SUBSTITUTIONS: Final = Table("substitutions", Substitution, "substitution_id")


def add(tx: Tx, substitution: Substitution) -> None:
    """Writes that the place went over."""
    _SUBSTITUTIONS.insert(tx, substitution)


def load(tx: Query, substitution_id: str) -> Substitution | None:
    """One of them, taken back or not; None for an unknown id."""
    return _SUBSTITUTIONS.fetch_one(tx, "SELECT * FROM substitutions WHERE substitution_id = ?", (substitution_id,))


def of_entrant(tx: Query, entrant_id: EntrantId) -> list[Substitution]:
    """Those of the place that stand, the first one first."""
    return _SUBSTITUTIONS.fetch_all(
        tx,
        "SELECT * FROM substitutions WHERE entrant_id = ? AND undone_at IS NULL ORDER BY replaced_at, substitution_id",
        (entrant_id,),
    )


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Substitution]:
    """Those of the event that stand, the first one first."""
    return _SUBSTITUTIONS.fetch_all(
        tx,
        "SELECT s.* FROM entrants e CROSS JOIN substitutions s WHERE e.tournament_id = ?"
        " AND s.entrant_id = e.entrant_id AND s.undone_at IS NULL ORDER BY s.replaced_at, s.substitution_id",
        (tournament_id,),
    )


def of_who_left(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> Substitution | None:
    """How the person was replaced in the event; None where they were not."""
    return _SUBSTITUTIONS.fetch_one(
        tx,
        "SELECT s.* FROM substitutions s JOIN entrants e USING (entrant_id) WHERE s.left_id = ?"
        " AND e.tournament_id = ? AND s.undone_at IS NULL ORDER BY s.replaced_at DESC LIMIT 1",
        (person_id, tournament_id),
    )


def undo(tx: Tx, substitution: Substitution) -> None:
    """Notes that it was taken back."""
    _SUBSTITUTIONS.update(tx, substitution, "undone_at")
