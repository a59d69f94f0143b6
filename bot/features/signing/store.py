"""What waits for a second signature, or in public, and how it ended; and letting go of words about people in it.

They go for people who asked to be forgotten.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from bot.features.signing.model import Signature, Signed, WishOutcome
from bot.i18n.names import same_name
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.tables import Table

_SIGNATURES: Final = Table("signatures", Signature, "signature_id", concerned=None)

# --- signatures -----------------------------------------------------------------------------------------------------


def add(tx: Tx, signature: Signature) -> None:
    """Writes a new wish, with the people whom it is about."""
    _SIGNATURES.insert(tx, signature)
    tx.execute_many(
        "INSERT INTO signature_people (signature_id, person_id) VALUES (?, ?)",
        [(signature.signature_id, one) for one in sorted(signature.concerned)],
    )


def load(tx: Query, signature_id: str) -> Signature | None:
    """The wish, over or not; None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM signatures WHERE signature_id = ?", (signature_id,))
    return None if row is None else _signature(tx, row)


def open_of_guild(tx: Query, guild_id: GuildId) -> list[Signature]:
    """All that waits in the server, the oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE guild_id = ? AND outcome IS NULL ORDER BY asked_at, signature_id", (guild_id,)
    )
    return [_signature(tx, row) for row in rows]


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers in which anything waits."""
    rows = tx.fetch_all("SELECT DISTINCT guild_id FROM signatures WHERE outcome IS NULL ORDER BY guild_id")
    return [GuildId(row["guild_id"]) for row in rows]


def open_of_people(tx: Query, people: Iterable[PersonId]) -> list[Signature]:
    """All that one of the people asked for and that still waits."""
    rows = [
        row
        for person in people
        for row in tx.fetch_all(
            "SELECT * FROM signatures WHERE asked_by = ? AND outcome IS NULL ORDER BY asked_at, signature_id", (person,)
        )
    ]
    return [_signature(tx, row) for row in rows]


def latest_of(tx: Query, person_id: PersonId, kind: Signed) -> list[Signature]:
    """The last few wishes of the kind that the person asked for, over or not, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE asked_by = ? AND kind = ? ORDER BY asked_at DESC, signature_id LIMIT 10",
        (person_id, kind),
    )
    return [_signature(tx, row) for row in rows]


def refused_since(tx: Query, guild_id: GuildId, kind: Signed, since: datetime) -> list[Signature]:
    """Wishes of the kind that were declined or objected to since the moment, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE guild_id = ? AND kind = ? AND ended_at > ?"
        " AND outcome IN ('declined', 'objected') ORDER BY ended_at DESC, signature_id",
        (guild_id, kind, to_ms(since)),
    )
    return [_signature(tx, row) for row in rows]


def pass_on(tx: Tx, signature_id: str, times: int) -> None:
    """Writes how often it has passed on."""
    tx.execute("UPDATE signatures SET passed_on = ? WHERE signature_id = ?", (times, signature_id))


def end(
    tx: Tx, signature_id: str, outcome: WishOutcome, by: PersonId | None, at: datetime, reason: str | None = None
) -> bool:
    """Writes how it ended; False where it was over before, as with a second press."""
    return bool(
        tx.execute(
            "UPDATE signatures SET outcome = ?, ended_by = ?, ended_at = ?, reason = ?"
            " WHERE signature_id = ? AND outcome IS NULL",
            (outcome, by, to_ms(at), reason, signature_id),
        )
    )


def _signature(tx: Query, row: sqlite3.Row) -> Signature:
    concerned = tx.fetch_all(
        "SELECT person_id FROM signature_people WHERE signature_id = ? ORDER BY person_id", (row["signature_id"],)
    )
    return _SIGNATURES.read(row, concerned=frozenset(PersonId(one["person_id"]) for one in concerned))


# --- words about people ---------------------------------------------------------------------------------------------


NOBODY: Final = "?"
"""In place of a name."""
NO_WORDS: Final = "–"
"""In place of what somebody typed."""
_OF_A_ROW: Final[dict[str, Any]] = {"name": NOBODY, "member_id": None, "country": None, "club": None, "accounts": []}
"""What a row of a list tells of who it is about, beside ratings and titles."""


def strike_out(tx: Tx, guild_id: GuildId, person_id: PersonId, name: str) -> None:
    """Takes the person out of wishes, over or not: their name among newcomers, and what they wrote themselves."""
    rows = tx.fetch_all(
        "SELECT signature_id, kind, wish, asked_by FROM signatures WHERE guild_id = ? ORDER BY signature_id",
        (guild_id,),
    )
    for row in rows:
        before = json.loads(row["wish"])
        after = _without_name(before, name) if row["kind"] == Signed.PAST_EVENTS else before
        after = _without_words(after) if row["asked_by"] == person_id else after
        if after != before:
            text = json.dumps(after, sort_keys=True, ensure_ascii=False)
            tx.execute("UPDATE signatures SET wish = ? WHERE signature_id = ?", (text, row["signature_id"]))
    tx.execute(
        "UPDATE signatures SET reason = ? WHERE ended_by = ? AND reason IS NOT NULL",
        (NO_WORDS, person_id),
    )


def _without_name(wish: dict[str, Any], name: str) -> dict[str, Any]:
    """Past events without the name of a newcomer."""
    moved = [[one, NOBODY if said and same_name(said, name) else said, *more] for one, said, *more in wish["moved"]]
    return {**wish, "moved": moved}


def _without_words(wish: dict[str, Any]) -> dict[str, Any]:
    """What the person wished for, without their own words and who they are."""
    found = {**wish, "reason": NO_WORDS} if "reason" in wish else dict(wish)
    if "line" in found:
        row = json.loads(found["line"])
        found["line"] = json.dumps({**row, **_OF_A_ROW}, ensure_ascii=False)
    return found
