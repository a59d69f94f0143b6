"""What was asked of Discord and is not on record as made: each row is a doubt, and goes when the doubt is settled."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Attempt:
    """When a thing was first asked for, and when the last call for it is known to have ended; `sign` tells its like."""

    sign: str
    first_at: datetime
    ended_at: datetime | None


def of(tx: Query, what: str) -> Attempt | None:
    """The attempts at the thing, or None where nothing was asked for in vain."""
    row = tx.fetch_one("SELECT sign, first_at, ended_at FROM attempts WHERE what = ?", (what,))
    return None if row is None else _attempt(row)


def begin(tx: Tx, what: str, sign: str, at: datetime) -> None:
    """Notes that the thing is about to be asked for."""
    tx.execute(
        "INSERT INTO attempts (what, sign, first_at) VALUES (?, ?, ?)"
        " ON CONFLICT (what) DO UPDATE SET sign = excluded.sign, ended_at = NULL,"
        " first_at = min(attempts.first_at, excluded.first_at)",
        (what, sign, to_ms(at)),
    )


def end(tx: Tx, what: str, at: datetime) -> None:
    """Notes that the call is over, and whether it had its effect is not known."""
    tx.execute("UPDATE attempts SET ended_at = ? WHERE what = ?", (to_ms(at), what))


def end_all(tx: Tx, at: datetime) -> None:
    """Notes that no call is under way, as at a start."""
    tx.execute("UPDATE attempts SET ended_at = ? WHERE ended_at IS NULL", (to_ms(at),))


def settle(tx: Tx, what: str) -> None:
    """The doubt is over: the thing is on record, or nothing came of the only call for it."""
    tx.execute("DELETE FROM attempts WHERE what = ?", (what,))


def _attempt(row: sqlite3.Row) -> Attempt:
    return Attempt(row["sign"], from_ms(row["first_at"]), from_ms_or_none(row["ended_at"]))
