"""What is due, and when. The rows are derived: saving a thing rewrites its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Deadline:
    """One step that is due: `subject` is "tournament:ID", "contest:ID", "case:ID" or the like."""

    subject: str
    kind: str
    due_at: datetime


def rewrite(tx: Tx, subject: str, due: Iterable[tuple[str, datetime]]) -> None:
    """Replaces all that is due for the subject by the given kinds and moments."""
    tx.wake("deadlines")
    tx.execute("DELETE FROM deadlines WHERE subject = ?", (subject,))
    for kind, due_at in due:
        tx.execute("INSERT INTO deadlines (subject, kind, due_at) VALUES (?, ?, ?)", (subject, kind, to_ms(due_at)))


def put(tx: Tx, subject: str, kind: str, due_at: datetime) -> None:
    """Writes one row in place of the one of that kind; what else is due for the subject stays."""
    tx.wake("deadlines")
    tx.execute(
        "INSERT INTO deadlines (subject, kind, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (subject, kind) DO UPDATE SET due_at = excluded.due_at",
        (subject, kind, to_ms(due_at)),
    )


def take(tx: Tx, deadline: Deadline) -> bool:
    """Removes one row; False when somebody moved it or it was taken before, and its step must not be done."""
    return bool(
        tx.execute(
            "DELETE FROM deadlines WHERE subject = ? AND kind = ? AND due_at = ?",
            (deadline.subject, deadline.kind, to_ms(deadline.due_at)),
        )
    )


def due(tx: Query, now: datetime, limit: int) -> list[Deadline]:
    """Up to `limit` rows that are due, oldest first; what is held waits for its server."""
    rows = tx.fetch_all(
        "SELECT subject, kind, due_at FROM deadlines WHERE due_at <= ? AND held_for IS NULL"
        " ORDER BY due_at, subject, kind LIMIT ?",
        (to_ms(now), limit),
    )
    return [Deadline(row["subject"], row["kind"], from_ms(row["due_at"])) for row in rows]


def earliest(tx: Query) -> datetime | None:
    """The next moment at which anything is due that is not held, or None."""
    row = tx.fetch_one("SELECT min(due_at) AS first FROM deadlines WHERE held_for IS NULL")
    return None if row is None or row["first"] is None else from_ms(row["first"])


def hold(tx: Tx, deadline: Deadline, guild_id: GuildId) -> None:
    """Keeps one row that is due from being taken until its server is back; one that was moved meanwhile is not held."""
    tx.execute(
        "UPDATE deadlines SET held_for = ? WHERE subject = ? AND kind = ? AND due_at = ?",
        (guild_id, deadline.subject, deadline.kind, to_ms(deadline.due_at)),
    )


def release(tx: Tx, guild_id: GuildId) -> None:
    """Lets all be taken that was held for the server."""
    tx.wake("deadlines")
    tx.execute("UPDATE deadlines SET held_for = NULL WHERE held_for = ?", (guild_id,))


def of_subject(tx: Query, subject: str) -> dict[str, datetime]:
    """What is due for one thing, by kind."""
    rows = tx.fetch_all("SELECT kind, due_at FROM deadlines WHERE subject = ?", (subject,))
    return {row["kind"]: from_ms(row["due_at"]) for row in rows}


def subjects(tx: Query, kind_of_thing: str) -> list[str]:
    """The ids of the things of that kind (what stands before the colon) for which anything is due."""
    rows = tx.fetch_all(
        "SELECT DISTINCT subject FROM deadlines WHERE subject > ?1 || ':' AND subject < ?1 || ';' ORDER BY subject",
        (kind_of_thing,),
    )
    return [str(row["subject"]).partition(":")[2] for row in rows]


def postpone(tx: Tx, deadline: Deadline, due_at: datetime) -> None:
    """Moves one row whose step failed; a row that was moved or taken meanwhile stays as it is."""
    tx.execute(
        "UPDATE deadlines SET due_at = ? WHERE subject = ? AND kind = ? AND due_at = ?",
        (to_ms(due_at), deadline.subject, deadline.kind, to_ms(deadline.due_at)),
    )
