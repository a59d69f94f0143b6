"""When cards were gone: facts from which their clocks are derived."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from bot.domain.card_gaps import MOST_GAPS, CardGap
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx

ANNOUNCEMENT_GONE: Final = (
    "SELECT stood_until, coalesce(back_at, held_until), 'process', NULL, 0 FROM (SELECT * FROM card_gaps"  # noqa: S608 - a constant
    f" WHERE card = 'tournament:' || ?4 ORDER BY stood_until LIMIT {MOST_GAPS}) AS first"
    " WHERE coalesce(back_at, held_until) > ?1"
)
"""The gaps of an event's announcement that stop its clocks, as outages, from a moment (1) on, of an event (4)."""


def begin(tx: Tx, gap: CardGap) -> None:
    """Writes a gap whose end is not known yet; of a card that is known to be gone this changes nothing."""
    tx.execute(
        "INSERT INTO card_gaps (card, stood_until, noticed_at, held_until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (gap.card, to_ms(gap.stood_until), to_ms(gap.noticed_at), to_ms(gap.held_until)),
    )


def hold(tx: Tx, card: str, until: datetime) -> None:
    """Notes how long the clock of a card that is gone is held."""
    tx.execute("UPDATE card_gaps SET held_until = ? WHERE card = ? AND back_at IS NULL", (to_ms(until), card))


def end(tx: Tx, card: str, at: datetime) -> bool:
    """Notes since when the card stands again; False where it was not gone."""
    return bool(tx.execute("UPDATE card_gaps SET back_at = ? WHERE card = ? AND back_at IS NULL", (to_ms(at), card)))


def running(tx: Query, card: str) -> CardGap | None:
    """The gap of a card that is gone, or None."""
    row = tx.fetch_one("SELECT * FROM card_gaps WHERE card = ? AND back_at IS NULL", (card,))
    return None if row is None else _gap(row)


def of_card(tx: Query, card: str) -> tuple[CardGap, ...]:
    """Every gap of the card, in order."""
    rows = tx.fetch_all("SELECT * FROM card_gaps WHERE card = ? ORDER BY stood_until", (card,))
    return tuple(map(_gap, rows))


def _gap(row: sqlite3.Row) -> CardGap:
    return CardGap(
        card=row["card"],
        stood_until=from_ms(row["stood_until"]),
        noticed_at=from_ms(row["noticed_at"]),
        held_until=from_ms(row["held_until"]),
        back_at=from_ms_or_none(row["back_at"]),
    )
