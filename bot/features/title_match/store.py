"""The games of a match that is told game by game, and what stopped it.

An annulled match is called again, and what was said before its new call is no part of it any more.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import ContestId, PersonId
from bot.kernel.tables import Table
from bot.play.title_games import GameClaim, GameEnd, GameEntry, StopEntry

_GAMES: Final = Table("series_games", GameEntry, "contest_id, entry", number="game")
_CLAIMS: Final = Table("game_claims", GameClaim, "contest_id", number="game")
_STOPS: Final = Table("match_stops", StopEntry, "contest_id, entry")


def games(tx: Query, contest_id: ContestId) -> list[GameEntry]:
    """The words on its games that stand, in order."""
    return _GAMES.fetch_all(
        tx,
        "SELECT s.* FROM series_games s JOIN contests c USING (contest_id) WHERE s.contest_id = ?"
        " AND s.taken_back_at IS NULL AND s.recorded_at >= c.assigned_at ORDER BY s.entry",
        (contest_id,),
    )


def entries(tx: Query, contest_id: ContestId) -> int:
    """How many words on its games there ever were, taking back counted as one too."""
    row = tx.fetch_one(
        "SELECT count(*) + count(taken_back_at) AS n FROM series_games WHERE contest_id = ?", (contest_id,)
    )
    return 0 if row is None else int(row["n"])


def add(tx: Tx, entry: GameEntry) -> bool:
    """Writes a word on a game; False when another came first."""
    return bool(_GAMES.insert(tx, entry, "ON CONFLICT DO NOTHING"))


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
    return _CLAIMS.fetch_one(
        tx,
        "SELECT g.* FROM game_claims g JOIN contests c USING (contest_id)"
        " WHERE g.contest_id = ? AND g.claimed_at >= c.assigned_at",
        (contest_id,),
    )


def note_claim(tx: Tx, said: GameClaim) -> None:
    """Keeps what a player says, in place of what was said before."""
    _CLAIMS.upsert(tx, said)


def drop_claim(tx: Tx, contest_id: ContestId) -> None:
    """The game is decided: nobody's word on it is waited for any more."""
    tx.execute("DELETE FROM game_claims WHERE contest_id = ?", (contest_id,))


def stops(tx: Query, contest_id: ContestId) -> list[StopEntry]:
    """What stopped the match and let it go on, in order."""
    return _STOPS.fetch_all(
        tx,
        "SELECT s.* FROM match_stops s JOIN contests c USING (contest_id) WHERE s.contest_id = ?"
        " AND s.acted_at >= c.assigned_at ORDER BY s.entry",
        (contest_id,),
    )


def acts(tx: Query, contest_id: ContestId) -> int:
    """How many acts there ever were that stopped the match or let it go on."""
    row = tx.fetch_one("SELECT count(*) AS n FROM match_stops WHERE contest_id = ?", (contest_id,))
    return 0 if row is None else int(row["n"])


def add_stop(tx: Tx, stop: StopEntry) -> bool:
    """Writes an act; False when another came first."""
    return bool(_STOPS.insert(tx, stop, "ON CONFLICT DO NOTHING"))
