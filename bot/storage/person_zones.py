"""By whose clocks somebody types a time, as they said it last."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def of_person(tx: Query, person_id: PersonId) -> str | None:
    """The name of the time zone; None where the person never said one."""
    row = tx.fetch_one("SELECT zone FROM person_zones WHERE person_id = ?", (person_id,))
    return None if row is None else str(row["zone"])


def choose(tx: Tx, person_id: PersonId, zone: str, at: datetime) -> None:
    """Keeps the time zone in place of the one before."""
    tx.execute(
        "INSERT INTO person_zones (person_id, zone, chosen_at) VALUES (?, ?, ?) ON CONFLICT (person_id) DO UPDATE"
        " SET zone = excluded.zone, chosen_at = excluded.chosen_at",
        (person_id, zone, to_ms(at)),
    )
