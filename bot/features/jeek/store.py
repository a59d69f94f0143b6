"""Casual games of Jeek: what was challenged, played and ended."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

from bot.features.jeek.games_model import Ending, JeekGame, PauseAct, PausePress, Turn
from bot.features.jeek.model import Clock, Colour
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import GuildId, JeekId, PersonId

_MILLISECOND = timedelta(milliseconds=1)


def save(tx: Tx, game: JeekGame) -> None:
    """Adds the game, or writes what changed; of its moves and pauses the last, each saved when it is made."""
    tx.execute(
        "INSERT INTO jeek_games (game_id, guild_id, challenger_id, challenged_id, base_ms, increment_ms, wished,"
        " challenged_at, challenger_colour, started_at, chosen, ended_at, ending, loser)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id) DO UPDATE SET challenger_colour = excluded.challenger_colour,"
        " started_at = excluded.started_at, chosen = excluded.chosen, ended_at = excluded.ended_at,"
        " ending = excluded.ending, loser = excluded.loser",
        _columns(game),
    )
    if game.turns:
        number, last = len(game.turns), game.turns[-1]
        tx.execute(
            "INSERT INTO jeek_moves (game_id, number, move, made_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (game_id, number) DO NOTHING",
            (game.game_id, number, last.move, to_ms(last.made_at)),
        )

    if game.presses:
        entry, pressed = len(game.presses), game.presses[-1]
        tx.execute(
            "INSERT INTO jeek_pauses (game_id, entry, act, colour, pauses, pressed_at) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (game_id, entry) DO NOTHING",
            (game.game_id, entry, pressed.act, pressed.colour, pressed.pauses, to_ms(pressed.at)),
        )


def _columns(game: JeekGame) -> tuple[str | int | None, ...]:
    return (
        game.game_id,
        game.guild_id,
        game.challenger,
        game.challenged,
        game.clock.base // _MILLISECOND,
        game.clock.increment // _MILLISECOND,
        game.wished,
        to_ms(game.challenged_at),
        game.challenger_colour,
        to_ms_or_none(game.started_at),
        game.chosen,
        to_ms_or_none(game.ended_at),
        game.ending,
        game.loser,
    )


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


def in_play(tx: Query) -> list[JeekGame]:
    """Every game whose clock runs."""
    rows = tx.fetch_all(
        "SELECT * FROM jeek_games WHERE ended_at IS NULL AND started_at IS NOT NULL ORDER BY started_at, game_id"
    )
    return [_game(tx, row) for row in rows]


def _game(tx: Query, row: sqlite3.Row) -> JeekGame:
    turns = tx.fetch_all("SELECT * FROM jeek_moves WHERE game_id = ? ORDER BY number", (row["game_id"],))
    presses = tx.fetch_all("SELECT * FROM jeek_pauses WHERE game_id = ? ORDER BY entry", (row["game_id"],))
    return JeekGame(
        game_id=JeekId(row["game_id"]),
        guild_id=GuildId(row["guild_id"]),
        challenger=PersonId(row["challenger_id"]),
        challenged=PersonId(row["challenged_id"]),
        clock=Clock(row["base_ms"] * _MILLISECOND, row["increment_ms"] * _MILLISECOND),
        wished=_colour(row["wished"]),
        challenged_at=from_ms(row["challenged_at"]),
        challenger_colour=_colour(row["challenger_colour"]),
        started_at=from_ms_or_none(row["started_at"]),
        turns=tuple(Turn(turn["move"], from_ms(turn["made_at"])) for turn in turns),
        chosen=row["chosen"],
        presses=tuple(_press(press) for press in presses),
        ended_at=from_ms_or_none(row["ended_at"]),
        ending=None if row["ending"] is None else Ending(row["ending"]),
        loser=_colour(row["loser"]),
    )


def _press(row: sqlite3.Row) -> PausePress:
    return PausePress(PauseAct(row["act"]), Colour(row["colour"]), from_ms(row["pressed_at"]), row["pauses"])


def _colour(value: str | None) -> Colour | None:
    return None if value is None else Colour(value)
