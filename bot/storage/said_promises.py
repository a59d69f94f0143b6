"""Promises that were kept long ago: they go, unless something still points to them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.storage.codec import to_ms
from bot.storage.context import Tx

_RUNS: Final = "coalesce(t.ended_at, t.cancelled_at, ?3) >= ?3"
_POINTS: Final = {
    "an event that is not over, by its own messages": (
        f"SELECT 1 FROM tournaments t WHERE t.tournament_id = outbox.subject AND {_RUNS}"  # noqa: S608 - a constant
    ),
    "a case of an event, by the notice that asks for a reason": (
        "SELECT 1 FROM absence_cases a WHERE a.tournament_id = outbox.subject AND a.closed_at IS NULL"
    ),
    "an entrant of an event that is not over": (
        "SELECT 1 FROM entrants e JOIN tournaments t USING (tournament_id)"  # noqa: S608 - a constant
        f" WHERE e.entrant_id = outbox.subject AND {_RUNS}"
    ),
    "a match of it that has no result, or a late one": (
        "SELECT 1 FROM contests c JOIN tournaments t USING (tournament_id)"  # noqa: S608 - a constant
        f" WHERE c.contest_id = outbox.subject AND {_RUNS} AND coalesce(c.voided_at, ?3) >= ?3"
        " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
        " AND r.superseded_at IS NULL AND r.settled_at < ?3)"
    ),
    "a case of misconduct without a verdict": (
        "SELECT 1 FROM case_files f WHERE f.file_id = outbox.subject"
        " AND NOT EXISTS (SELECT 1 FROM file_verdicts v WHERE v.file_id = f.file_id)"
    ),
    "a vote": "SELECT 1 FROM votes v WHERE v.vote_id = outbox.subject AND coalesce(v.closed_at, ?3) >= ?3",
    "a round of invitations": (
        "SELECT 1 FROM seat_rounds s WHERE s.round_id = outbox.subject AND coalesce(s.closed_at, ?3) >= ?3"
    ),
    "a series": "SELECT 1 FROM circuits s WHERE s.circuit_id = outbox.subject AND coalesce(s.closed_at, ?3) >= ?3",
    "a panel, which is the message": (
        "SELECT 1 FROM panels p WHERE p.message_id = outbox.message_id AND p.channel_id = outbox.channel_id"
    ),
    "a doubt whether it was said": "SELECT 1 FROM attempts a WHERE a.what = outbox.outbox_id",
}
"""What still points to a promise: what is not over asks whether it was said before."""
_LET_GO: Final = (
    "DELETE FROM outbox WHERE sequence > ?1 AND sequence <= ?2"  # noqa: S608 - all are constants
    " AND state = 'delivered' AND delivered_at < ?3"
    + "".join(f" AND NOT EXISTS ({points})" for points in _POINTS.values())
)
HELD: Final = frozenset({"tournament_id", "contest_id", "entrant_id", "file_id", "vote_id", "round_id", "circuit_id"})
"""The subjects of promises that are kept as long as what they are about goes on."""


def let_go(tx: Tx, after: int, most: int, before: datetime) -> int | None:
    """Looks at the next promises behind that number and removes those that were kept before the moment.

    Answers up to which number it has looked; None where younger ones follow, or none.
    """
    rows = tx.fetch_all(
        "SELECT sequence, promised_at FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, most)
    )
    if not rows:
        return None
    last = rows[-1]
    tx.execute(_LET_GO, (after, last["sequence"], to_ms(before)))
    return int(last["sequence"]) if len(rows) == most and last["promised_at"] < to_ms(before) else None
