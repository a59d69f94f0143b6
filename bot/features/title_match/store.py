"""The games of a match that is told game by game, and what stopped it.

An annulled match is called again, and what was said before its new call is no part of it any more.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import ContestId, PersonId
from bot.play.title_games import Decision, GameClaim, GameEnd, GameEntry, StopAct, StopEntry


def games(tx: Query, contest_id: ContestId) -> list[GameEntry]:
    """The words on its games that stand, in order."""
    rows = tx.fetch_all(
        "SELECT s.* FROM series_games s JOIN contests c USING (contest_id) WHERE s.contest_id = ?"
        " AND s.taken_back_at IS NULL AND s.recorded_at >= c.assigned_at ORDER BY s.entry",
        (contest_id,),
    )
    return [_entry(row) for row in rows]


def entries(tx: Query, contest_id: ContestId) -> int:
    """How many words on its games there ever were, taking back counted as one too."""
    row = tx.fetch_one(
        "SELECT count(*) + count(taken_back_at) AS n FROM series_games WHERE contest_id = ?", (contest_id,)
    )
    return 0 if row is None else int(row["n"])


def add(tx: Tx, entry: GameEntry) -> bool:
    """Writes a word on a game; False when another came first."""
    return bool(
        tx.execute(
            "INSERT INTO series_games (contest_id, entry, game, winner, decision, reason, recorded_at, recorded_by)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                entry.contest_id,
                entry.entry,
                entry.number,
                entry.winner,
                entry.decision,
                entry.reason,
                to_ms(entry.recorded_at),
                entry.recorded_by,
            ),
        )
    )


def take_back(tx: Tx, contest_id: ContestId, entry: int, by: PersonId, at: datetime) -> bool:
    """Notes that a word counts no more; False when it was taken back before."""
    return bool(
        tx.execute(
            "UPDATE series_games SET taken_back_at = ?, taken_back_by = ?"
            " WHERE contest_id = ? AND entry = ? AND taken_back_at IS NULL",
            (to_ms(at), by, contest_id, entry),
        )
    )


def note_how(tx: Tx, contest_id: ContestId, entry: int, how: GameEnd) -> None:
    """Keeps how the game of a word came to its end."""
    tx.execute("UPDATE series_games SET how = ? WHERE contest_id = ? AND entry = ?", (how, contest_id, entry))


def claim(tx: Query, contest_id: ContestId) -> GameClaim | None:
    """What one player says of the game under way."""
    row = tx.fetch_one(
        "SELECT g.* FROM game_claims g JOIN contests c USING (contest_id)"
        " WHERE g.contest_id = ? AND g.claimed_at >= c.assigned_at",
        (contest_id,),
    )
    if row is None:
        return None
    return GameClaim(
        contest_id=ContestId(row["contest_id"]),
        number=row["game"],
        winner=row["winner"],
        claimed_at=from_ms(row["claimed_at"]),
        claimed_by=PersonId(row["claimed_by"]),
    )


def note_claim(tx: Tx, said: GameClaim) -> None:
    """Keeps what a player says, in place of what was said before."""
    tx.execute(
        "INSERT INTO game_claims (contest_id, game, winner, claimed_at, claimed_by) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (contest_id) DO UPDATE SET game = excluded.game, winner = excluded.winner,"
        " claimed_at = excluded.claimed_at, claimed_by = excluded.claimed_by",
        (said.contest_id, said.number, said.winner, to_ms(said.claimed_at), said.claimed_by),
    )


def drop_claim(tx: Tx, contest_id: ContestId) -> None:
    """The game is decided: nobody's word on it is waited for any more."""
    tx.execute("DELETE FROM game_claims WHERE contest_id = ?", (contest_id,))


def stops(tx: Query, contest_id: ContestId) -> list[StopEntry]:
    """What stopped the match and let it go on, in order."""
    rows = tx.fetch_all(
        "SELECT s.* FROM match_stops s JOIN contests c USING (contest_id) WHERE s.contest_id = ?"
        " AND s.acted_at >= c.assigned_at ORDER BY s.entry",
        (contest_id,),
    )
    return [_stop(row) for row in rows]


def acts(tx: Query, contest_id: ContestId) -> int:
    """How many acts there ever were that stopped the match or let it go on."""
    row = tx.fetch_one("SELECT count(*) AS n FROM match_stops WHERE contest_id = ?", (contest_id,))
    return 0 if row is None else int(row["n"])


def add_stop(tx: Tx, stop: StopEntry) -> bool:
    """Writes an act; False when another came first."""
    return bool(
        tx.execute(
            "INSERT INTO match_stops (contest_id, entry, act, side, pauses, acted_at, acted_by)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (stop.contest_id, stop.entry, stop.act, stop.side, stop.pauses, to_ms(stop.acted_at), stop.acted_by),
        )
    )


def _entry(row: sqlite3.Row) -> GameEntry:
    return GameEntry(
        contest_id=ContestId(row["contest_id"]),
        entry=row["entry"],
        number=row["game"],
        winner=row["winner"],
        decision=Decision(row["decision"]),
        reason=row["reason"],
        recorded_at=from_ms(row["recorded_at"]),
        recorded_by=PersonId(row["recorded_by"]),
        how=None if row["how"] is None else GameEnd(row["how"]),
    )


def _stop(row: sqlite3.Row) -> StopEntry:
    return StopEntry(
        contest_id=ContestId(row["contest_id"]),
        entry=row["entry"],
        act=StopAct(row["act"]),
        acted_at=from_ms(row["acted_at"]),
        acted_by=PersonId(row["acted_by"]),
        side=row["side"],
        pauses=row["pauses"],
    )
