"""Casual games of Jeek: what was challenged, played and ended."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.features.jeek.games_model import JeekGame, JeekTurn, PausePress
from bot.features.jeek.model import JeekClock
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, JeekId, PersonId
from bot.kernel.tables import Part, Table

_GAMES: Final = Table(
    "jeek_games",
    JeekGame,
    "game_id",
    challenger="challenger_id",
    challenged="challenged_id",
    clock=Part(JeekClock, base="base_ms", increment="increment_ms"),
    turns=None,
    presses=None,
)
_MOVES: Final = Table("jeek_moves", JeekTurn, "game_id, number", ("game_id", "number"))
_PAUSES: Final = Table("jeek_pauses", PausePress, "game_id, entry", ("game_id", "entry"), at="pressed_at")


def save(tx: Tx, game: JeekGame) -> None:
    """Adds the game, or writes what changed; of its moves and pauses the last, each saved when it is made."""
    _GAMES.upsert(tx, game, "challenger_colour", "started_at", "chosen", "ended_at", "ending", "loser")
    if game.turns:
        number, last = len(game.turns), game.turns[-1]
        _MOVES.insert(tx, last, "ON CONFLICT (game_id, number) DO NOTHING", game_id=game.game_id, number=number)
    if game.presses:
        entry, pressed = len(game.presses), game.presses[-1]
        _PAUSES.insert(tx, pressed, "ON CONFLICT (game_id, entry) DO NOTHING", game_id=game.game_id, entry=entry)


def load(tx: Query, game_id: JeekId) -> JeekGame | None:
    """One game, or None for an unknown id."""
    row = tx.fetch_one("SELECT * FROM jeek_games WHERE game_id = ?", (game_id,))
    return None if row is None else _game(tx, row)


def unfinished_of(tx: Query, person_id: PersonId) -> list[JeekGame]:
    """The person's games and challenges that have no end yet, latest first; lapsed challenges are among them."""
    rows = tx.fetch_all(
        "SELECT * FROM jeek_games WHERE ended_at IS NULL AND (challenger_id = ?1 OR challenged_id = ?1)"
        " ORDER BY challenged_at DESC, game_id",
        (person_id,),
    )
    return [_game(tx, row) for row in rows]


def in_play(tx: Query, guild_id: GuildId | None = None) -> list[JeekGame]:
    """The games of the server, or of all, whose clock runs."""
    rows = tx.fetch_all(
        "SELECT * FROM jeek_games WHERE ended_at IS NULL AND started_at IS NOT NULL"
        " AND coalesce(?1, guild_id) = guild_id ORDER BY started_at, game_id",
        (guild_id,),
    )
    return [_game(tx, row) for row in rows]


def _game(tx: Query, row: sqlite3.Row) -> JeekGame:
    key = (row["game_id"],)
    turns = _MOVES.fetch_all(tx, "SELECT * FROM jeek_moves WHERE game_id = ? ORDER BY number", key)
    presses = _PAUSES.fetch_all(tx, "SELECT * FROM jeek_pauses WHERE game_id = ? ORDER BY entry", key)
    return _GAMES.read(row, turns=tuple(turns), presses=tuple(presses))
