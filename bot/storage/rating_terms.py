"""K and the rating of a newcomer, by the moment from which new events of a server take them."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.rating_terms import DatedTerms, RatingTerms
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, guild_id: GuildId, dated: DatedTerms) -> None:
    """Writes what holds from the moment on, in place of what was to hold from the very same one."""
    tx.execute(
        "INSERT INTO rating_terms (guild_id, since, initial, k, chosen_by, signed_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, since) DO UPDATE SET initial = excluded.initial, k = excluded.k,"
        " chosen_by = excluded.chosen_by, signed_by = excluded.signed_by",
        (guild_id, to_ms(dated.since), dated.terms.initial, dated.terms.k, dated.chosen_by, dated.signed_by),
    )


def every(tx: Query, guild_id: GuildId) -> list[DatedTerms]:
    """All that held in the server, earliest first."""
    rows = tx.fetch_all("SELECT * FROM rating_terms WHERE guild_id = ? ORDER BY since", (guild_id,))
    return [_dated_terms(row) for row in rows]


def latest(tx: Query, guild_id: GuildId) -> DatedTerms | None:
    """What holds, or None where nobody ever said."""
    row = tx.fetch_one("SELECT * FROM rating_terms WHERE guild_id = ? ORDER BY since DESC LIMIT 1", (guild_id,))
    return None if row is None else _dated_terms(row)


def load(tx: Query, guild_id: GuildId, since: datetime) -> DatedTerms | None:
    """What holds from exactly that moment on, or None."""
    row = tx.fetch_one("SELECT * FROM rating_terms WHERE guild_id = ? AND since = ?", (guild_id, to_ms(since)))
    return None if row is None else _dated_terms(row)


def _dated_terms(row: sqlite3.Row) -> DatedTerms:
    return DatedTerms(
        terms=RatingTerms(initial=row["initial"], k=row["k"]),
        since=from_ms(row["since"]),
        chosen_by=None if row["chosen_by"] is None else PersonId(row["chosen_by"]),
        signed_by=None if row["signed_by"] is None else PersonId(row["signed_by"]),
    )
