"""The order that organisers gave an event's field by hand, and what they typed for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def replace(tx: Tx, tournament_id: TournamentId, order: Sequence[EntrantId]) -> None:
    """Writes the order, the first best, in place of the one that stood; an empty one is none."""
    tx.execute("DELETE FROM hand_seeds WHERE tournament_id = ?", (tournament_id,))
    tx.execute_many(
        "INSERT INTO hand_seeds (tournament_id, entrant_id, seed) VALUES (?, ?, ?)",
        [(tournament_id, entrant_id, seed) for seed, entrant_id in enumerate(order, start=1)],
    )


def of_tournament(tx: Query, tournament_id: TournamentId) -> tuple[EntrantId, ...]:
    """Everybody whom organisers have seeded by hand, the first best; who has left since too."""
    rows = tx.fetch_all("SELECT entrant_id FROM hand_seeds WHERE tournament_id = ? ORDER BY seed", (tournament_id,))
    return tuple(EntrantId(row["entrant_id"]) for row in rows)


def keep_typed(tx: Tx, tournament_id: TournamentId, person_id: PersonId, typed: str, at: datetime) -> None:
    """Keeps what the person typed, in place of what they typed before."""
    tx.execute(
        "INSERT INTO seed_forms (tournament_id, person_id, typed, typed_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, person_id) DO UPDATE SET typed = excluded.typed, typed_at = excluded.typed_at",
        (tournament_id, person_id, typed, to_ms(at)),
    )


def typed_by(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> str | None:
    """What the person typed and could not be taken."""
    row = tx.fetch_one(
        "SELECT typed FROM seed_forms WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id)
    )
    return None if row is None else str(row["typed"])


def forget_typed(tx: Tx, tournament_id: TournamentId, person_id: PersonId) -> None:
    """Lets go of what the person typed."""
    tx.execute("DELETE FROM seed_forms WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id))
