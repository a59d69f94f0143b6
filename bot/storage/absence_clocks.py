"""The times that sides of a match were waited for."""

from __future__ import annotations

from datetime import datetime

from bot.domain.contests import Score
from bot.domain.ids import ContestId
from bot.domain.playing.absence_clocks import AbsenceClock
from bot.storage.codec import from_ms, from_ms_or_none, read_score, score_text, to_ms
from bot.storage.context import Query, Tx


def start(tx: Tx, contest_id: ContestId, side: int, at: datetime, games_before: Score) -> bool:
    """Starts waiting for a side; False when its clock runs already."""
    return bool(
        tx.execute(
            "INSERT INTO absence_clocks (contest_id, side, started_at, games_before) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, side, to_ms(at), score_text(games_before)),
        )
    )


def end(tx: Tx, contest_id: ContestId, side: int, at: datetime) -> bool:
    """Ends the side's running clock, as it appeared; False when none runs."""
    return bool(
        tx.execute(
            "UPDATE absence_clocks SET ended_at = max(started_at, ?)"
            " WHERE contest_id = ? AND side = ? AND ended_at IS NULL",
            (to_ms(at), contest_id, side),
        )
    )


def was_there(tx: Tx, contest_id: ContestId, side: int) -> bool:
    """Takes the side's last clock as if it had never run, as the arbiter found; False when there is none."""
    return bool(
        tx.execute(
            "UPDATE absence_clocks SET ended_at = started_at WHERE contest_id = ? AND side = ? AND started_at ="
            " (SELECT max(started_at) FROM absence_clocks WHERE contest_id = ? AND side = ?)",
            (contest_id, side, contest_id, side),
        )
    )


def forget(tx: Tx, contest_id: ContestId) -> None:
    """Drops the clocks of a match that is called anew."""
    tx.execute("DELETE FROM absence_clocks WHERE contest_id = ?", (contest_id,))


def of_contest(tx: Query, contest_id: ContestId) -> list[AbsenceClock]:
    """All clocks of a match, by side and start."""
    rows = tx.fetch_all("SELECT * FROM absence_clocks WHERE contest_id = ? ORDER BY side, started_at", (contest_id,))
    return [
        AbsenceClock(
            side=row["side"],
            started_at=from_ms(row["started_at"]),
            ended_at=from_ms_or_none(row["ended_at"]),
            games_before=read_score(row["games_before"]),
        )
        for row in rows
    ]
