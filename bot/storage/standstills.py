"""How far who waits for something that stands still was told of it: one row a thing."""

from __future__ import annotations

from datetime import datetime

from bot.domain.stillness import Rung, Told
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def load(tx: Query, subject: str) -> Told | None:
    """What was said of the thing so far; None where nothing was."""
    row = tx.fetch_one("SELECT kind, since, rung, last_at FROM standstills WHERE subject = ?", (subject,))
    if row is None:
        return None
    return Told(row["kind"], from_ms(row["since"]), Rung(row["rung"]), from_ms(row["last_at"]))


def note(tx: Tx, subject: str, told: Told) -> None:
    """Writes what was said of the thing, in place of what stood there."""
    tx.execute(
        "INSERT INTO standstills (subject, kind, since, rung, last_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (subject) DO UPDATE SET kind = excluded.kind, since = excluded.since, rung = excluded.rung,"
        " last_at = excluded.last_at",
        (subject, told.kind, to_ms(told.since), int(told.rung), to_ms(told.last_at)),
    )


def note_press(tx: Tx, subject: str, at: datetime) -> None:
    """Somebody has pressed: time counts from here on."""
    note(tx, subject, Told(None, at, Rung.NOTHING, at))


def subjects(tx: Query, prefix: str) -> list[str]:
    """The things whose name begins so, which ends with a colon."""
    rows = tx.fetch_all(
        "SELECT subject FROM standstills WHERE subject > ?1 AND subject < ?2 ORDER BY subject",
        (prefix, prefix[:-1] + ";"),
    )
    return [str(row["subject"]) for row in rows]


def forget(tx: Tx, subject: str) -> None:
    """The thing is over."""
    tx.execute("DELETE FROM standstills WHERE subject = ?", (subject,))
