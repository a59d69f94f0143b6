"""Players of a team who were waited for on their own board."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.matches import BoardClock
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx

_MS = timedelta(milliseconds=1)


def start(tx: Tx, contest_id: ContestId, side: int, board: int, at: datetime, by: PersonId, rested: timedelta) -> None:
    """Waits for the player of a board since a moment, but for how long the match has rested since."""
    tx.execute(
        "INSERT INTO board_clocks (contest_id, side, board, started_at, rested, noted_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (contest_id, side, board, started_at) DO UPDATE SET ended_at = NULL, rested = excluded.rested,"
        " noted_by = excluded.noted_by",
        (contest_id, side, board, to_ms(at), rested // _MS, by),
    )


def end(tx: Tx, contest_id: ContestId, side: int, board: int, at: datetime) -> bool:
    """Ends the wait, as the player has come; False when nobody waits."""
    return bool(
        tx.execute(
            "UPDATE board_clocks SET ended_at = max(started_at, ?)"
            " WHERE contest_id = ? AND side = ? AND board = ? AND ended_at IS NULL",
            (to_ms(at), contest_id, side, board),
        )
    )


def end_all(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Ends every wait of a match, as it is over or rests."""
    tx.execute(
        "UPDATE board_clocks SET ended_at = max(started_at, ?) WHERE contest_id = ? AND ended_at IS NULL",
        (to_ms(at), contest_id),
    )


def go_on(tx: Tx, contest_id: ContestId, clock: BoardClock, rested: timedelta) -> None:
    """Waits on after a pause, whose time does not count."""
    tx.execute(
        "UPDATE board_clocks SET rested = rested + ?, ended_at = NULL"
        " WHERE contest_id = ? AND side = ? AND board = ? AND started_at = ?",
        (rested // _MS, contest_id, clock.side, clock.board, to_ms(clock.started_at)),
    )


def remove(tx: Tx, contest_id: ContestId, side: int, board: int) -> bool:
    """Takes it back as if nobody had ever been waited for; False when nobody was."""
    return bool(
        tx.execute(
            "DELETE FROM board_clocks WHERE contest_id = ? AND side = ? AND board = ?", (contest_id, side, board)
        )
    )


def forget(tx: Tx, contest_id: ContestId) -> None:
    """Drops those of a match that is called anew."""
    tx.execute("DELETE FROM board_clocks WHERE contest_id = ?", (contest_id,))


def of_contest(tx: Query, contest_id: ContestId) -> tuple[BoardClock, ...]:
    """All of a match, by side and board, those of one board in their order."""
    rows = tx.fetch_all(
        "SELECT * FROM board_clocks WHERE contest_id = ? ORDER BY side, board, started_at", (contest_id,)
    )
    return tuple(
        BoardClock(
            row["side"],
            row["board"],
            from_ms(row["started_at"]),
            from_ms_or_none(row["ended_at"]),
            row["rested"] * _MS,
        )
        for row in rows
    )
