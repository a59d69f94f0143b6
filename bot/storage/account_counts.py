"""What Discord accounts did lately that is limited, by a keyed hash of each account's number.

Nothing here refers to a person: it holds over an erasure, and goes when it counts no more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Collection
from datetime import datetime
from typing import Final, NewType

from bot.domain.community import Person
from bot.domain.ids import GuildId
from bot.domain.quotas import QUOTAS, Counted
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx

AccountMark = NewType("AccountMark", str)
"""A keyed hash of a Discord account's number, or of who has none; it says nothing without the server's key."""
_SHORT: Final = 32
"""Hexadecimal digits that are kept of the hash."""
_WAITS: Final = {
    Counted.CHALLENGE: "SELECT 1 FROM jeek_games g WHERE g.game_id = c.thing"
    " AND g.ended_at IS NULL AND g.started_at IS NULL",
    Counted.REPORT: "SELECT 1 FROM case_files f LEFT JOIN file_verdicts v USING (file_id)"
    " WHERE f.file_id = c.thing AND v.file_id IS NULL",
    Counted.SUGGESTION: "SELECT 1 FROM suggestions s WHERE s.suggestion_id = c.thing AND s.approved IS NULL",
}
"""When what was made still waits for somebody's answer."""


def mark_of(tx: Query, person: Person) -> AccountMark | None:
    """The mark of the person's account; None while nothing has been counted in the server."""
    row = tx.fetch_one("SELECT secret FROM account_keys WHERE guild_id = ?", (person.guild_id,))
    return None if row is None else _mark(bytes(row["secret"]), person)


def make_mark(tx: Tx, person: Person) -> AccountMark:
    """The mark of the person's account, with the server's key made where there is none."""
    tx.execute(
        "INSERT INTO account_keys (guild_id, secret) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (person.guild_id, tx.new_secret()),
    )
    row = tx.fetch_one("SELECT secret FROM account_keys WHERE guild_id = ?", (person.guild_id,))
    if row is None:
        raise LookupError(person.guild_id)
    return _mark(bytes(row["secret"]), person)


def _mark(secret: bytes, person: Person) -> AccountMark:
    whose = person.person_id if person.discord_id is None else str(int(person.discord_id))
    return AccountMark(hmac.new(secret, whose.encode(), hashlib.sha256).hexdigest()[:_SHORT])


def add(tx: Tx, guild_id: GuildId, mark: AccountMark, what: Counted, scope: str, thing: str) -> None:
    """Counts one more."""
    tx.execute(
        "INSERT INTO account_counts (guild_id, account, what, scope, thing, counted_at, until)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (guild_id, mark, what, scope, thing, to_ms(tx.now), to_ms(tx.now + QUOTAS[what].within)),
    )


def counting(
    tx: Query, guild_id: GuildId, marks: Collection[AccountMark], what: Counted, scope: str, now: datetime
) -> list[datetime]:
    """Until when each counts of what these accounts did, the soonest first."""
    waits = f" AND EXISTS ({_WAITS[what]})" if what in _WAITS else ""
    rows = tx.fetch_all(
        "SELECT c.until FROM json_each(?) m JOIN account_counts c ON c.guild_id = ? AND c.account = m.value"  # noqa: S608
        f" AND c.what = ? AND c.scope = ? WHERE c.until > ?{waits} ORDER BY c.until, c.sequence",
        (json.dumps(sorted(marks)), guild_id, what, scope, to_ms(now)),
    )
    return [from_ms(row["until"]) for row in rows]


def give_back(
    tx: Tx, guild_id: GuildId, marks: Collection[AccountMark], whats: Collection[Counted], scope: str
) -> None:
    """What these accounts did in that scope counts no more."""
    for mark in sorted(marks):
        for what in sorted(whats):
            tx.execute(
                "DELETE FROM account_counts WHERE guild_id = ? AND account = ? AND what = ? AND scope = ?",
                (guild_id, mark, what, scope),
            )


def of_account(tx: Query, guild_id: GuildId, mark: AccountMark) -> list[dict[str, str | int | float | None]]:
    """What is counted of the account, for its person's own file."""
    rows = tx.fetch_all(
        "SELECT what, counted_at, until FROM account_counts WHERE guild_id = ? AND account = ? ORDER BY sequence",
        (guild_id, mark),
    )
    return [{"what": row["what"], "counted_at": row["counted_at"], "until": row["until"]} for row in rows]


def forget_what_is_over(tx: Tx) -> None:
    """Lets go of what counts no more, and of ratings that have rested long enough."""
    for table in ("account_counts", "resting_ratings"):
        tx.execute(f"DELETE FROM {table} WHERE until <= ?", (to_ms(tx.now),))  # noqa: S608 - a constant
