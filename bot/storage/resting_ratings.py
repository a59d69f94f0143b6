"""Ratings whose people had them erased: they rest a year by the account's mark, and come back with the account."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.account_counts import AccountMark
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx
from bot.storage.ratings import Rated


def rest(tx: Tx, guild_id: GuildId, mark: AccountMark, line: Rated, until: datetime) -> None:
    """Keeps the rating and the number of games, in place of what rested for the account before."""
    tx.execute(
        "INSERT INTO resting_ratings (guild_id, account, rating, games, until) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, account) DO UPDATE SET rating = excluded.rating, games = excluded.games,"
        " until = excluded.until",
        (guild_id, mark, line.rating, line.games, to_ms(until)),
    )


def of_account(tx: Query, guild_id: GuildId, mark: AccountMark, person_id: PersonId, at: datetime) -> Rated | None:
    """What rests for the account, as a line of whom it belongs to."""
    row = tx.fetch_one(
        "SELECT rating, games FROM resting_ratings WHERE guild_id = ? AND account = ? AND until > ?",
        (guild_id, mark, to_ms(at)),
    )
    return None if row is None else Rated(person_id, row["rating"], row["games"])


def of_mark(tx: Query, guild_id: GuildId, mark: AccountMark, person_id: PersonId) -> Rated | None:
    """The same, whenever it ends: by it the games of an event are rated that began before the erasure."""
    row = tx.fetch_one("SELECT rating, games FROM resting_ratings WHERE guild_id = ? AND account = ?", (guild_id, mark))
    return None if row is None else Rated(person_id, row["rating"], row["games"])


def move(tx: Tx, guild_id: GuildId, mark: AccountMark, by: float, games: int) -> bool:
    """Adds to what rests for the account; False where nothing does."""
    return bool(
        tx.execute(
            "UPDATE resting_ratings SET rating = rating + ?, games = games + ? WHERE guild_id = ? AND account = ?",
            (by, games, guild_id, mark),
        )
    )


def drop(tx: Tx, guild_id: GuildId, marks: Collection[AccountMark]) -> None:
    """Lets go of what rests for the accounts."""
    for mark in sorted(marks):
        tx.execute("DELETE FROM resting_ratings WHERE guild_id = ? AND account = ?", (guild_id, mark))
