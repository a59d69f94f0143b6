"""A casual game of Jeek while it is played: presses on its board, and the flag that falls by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.domain.casual.jeek import Colour, square
from bot.domain.casual.jeek_games import (
    Ending,
    JeekGame,
    JeekPhase,
    due_steps,
    end,
    flag_at,
    pauses_of,
    place_stone,
)
from bot.domain.casual.jeek_views import JeekView
from bot.domain.community import Person
from bot.domain.deadlines import Step
from bot.domain.ids import JeekId
from bot.domain.outages import Outage
from bot.errors import NotFound, Subject, UserError
from bot.services.timetable import jeek_subject
from bot.storage import deadlines, jeek, outages, panels, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.panels import Panel


class NotAtBoard(UserError):
    """The person does not play this game."""


class NotYourTurn(UserError):
    """The opponent is to move."""


class JeekOver(UserError):
    """The game of Jeek has ended."""


class JeekPaused(UserError):
    """Both clocks stand: nobody plays before the pause is over (AIJE-D03-4)."""

    until: datetime


def choose(tx: ActorTx, game_id: JeekId, index: int) -> JeekView:
    """Marks a square for the move to come, or takes the mark away. Raises NotAtBoard, JeekOver and NotYourTurn."""
    return _act(tx, game_id, lambda game, _: replace(game, chosen=game.chosen ^ square(index)))


def clear(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Takes every mark away. Raises as `choose` does."""
    return _act(tx, game_id, lambda game, _: replace(game, chosen=0))


def place(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Plays the marked squares (AIJE-C01-1, AIJE-C01-2). Raises as `choose` does, and the move's `IllegalMove`."""
    return _act(tx, game_id, lambda game, at: place_stone(game, game.chosen, at))


def resign(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Gives the game to the opponent, whoever's turn it is. Raises NotAtBoard and JeekOver."""
    game, colour = at_board(tx, game_id)
    if not flag_fell(tx, game, tx.pressed_at):
        save(tx, end(game, Ending.RESIGNED, colour, tx.pressed_at))
    tx.touch(jeek_subject(game_id))
    return load(tx, game_id)


def at_board(tx: ActorQuery, game_id: JeekId) -> tuple[JeekGame, Colour]:
    """The game in play and the presser's colour in it; raises NotFound, NotAtBoard and JeekOver."""
    game = load(tx, game_id).game
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    colour = None if person is None else game.colour_of(person.person_id)
    if colour is None:
        raise NotAtBoard
    if game.phase(tx.pressed_at) is not JeekPhase.PLAYING:
        raise JeekOver
    return game, colour


def where(tx: ActorQuery, game_id: JeekId) -> Panel:
    """The message on which the presser plays; raises as `at_board` does, and NotFound where there is none."""
    at_board(tx, game_id)
    found = panels.load(tx, jeek_subject(game_id))
    if found is None:
        raise NotFound(what=Subject.MESSAGE)
    return found


def load(tx: ActorQuery, game_id: JeekId) -> JeekView:
    """The game of this server with its players; raises NotFound."""
    view = view_of(tx, game_id, tx.pressed_at)
    if view is None or view.game.guild_id != tx.guild_id:
        raise NotFound(what=Subject.MATCH)
    return view


def view_of(tx: Query, game_id: JeekId, at: datetime) -> JeekView | None:
    """The game with its players as it stands at the moment, or None for an unknown id."""
    game = jeek.load(tx, game_id)
    if game is None:
        return None
    known = people.by_ids(tx, [game.challenger, game.challenged])
    return JeekView(game, known[game.challenger], known[game.challenged], outages_of(tx, game), at)


def is_playing(tx: Query, person: Person) -> bool:
    """Whether a clock runs in a game of the person."""
    return any(game.started_at is not None for game in jeek.unfinished_of(tx, person.person_id))


def take(tx: Tx, game_id: JeekId, step: Step) -> None:
    """The flag falls by itself (AIJE-C01-3), and a pause ends; a game that was decided meanwhile takes no step."""
    game = jeek.load(tx, game_id)
    if game is None or game.ended_at is not None or step not in {Step.FLAG_FALLS, Step.END_PAUSE}:
        return
    if step is Step.END_PAUSE or flag_fell(tx, game, tx.now):
        tx.touch(jeek_subject(game_id))
    else:
        _reschedule(tx, game)


def after_outage(tx: Tx, outage: Outage, *, show: bool) -> None:
    """Moves the fall of every flag by the time in which nobody could press; `show` has the boards drawn anew."""
    for game in jeek.in_play(tx):
        if not outage.touches(game.guild_id):
            continue
        _reschedule(tx, game)
        if show:
            tx.touch(jeek_subject(game.game_id))


def _act(tx: ActorTx, game_id: JeekId, change: Callable[[JeekGame, datetime], JeekGame]) -> JeekView:
    """What only the side to move does; a press after the clock reached 0 finds the game lost on time."""
    game, colour = at_board(tx, game_id)
    if colour is not game.to_move:
        raise NotYourTurn
    _refuse_paused(tx, game, tx.pressed_at)
    if not flag_fell(tx, game, tx.pressed_at):
        # Two people's clocks of Discord may differ by milliseconds: no move is earlier than the one before.
        earliest = game.turns[-1].made_at if game.turns else tx.pressed_at
        save(tx, change(game, max(tx.pressed_at, earliest)))
    return load(tx, game_id)


def _refuse_paused(tx: Query, game: JeekGame, at: datetime) -> None:
    pauses = pauses_of(game, outages_of(tx, game)).pauses
    until = pauses.resumes_at(at)
    if until is not None:
        raise JeekPaused(until=until)


def flag_fell(tx: Tx, game: JeekGame, at: datetime) -> bool:
    """Settles the game if the clock of the side to move had reached 0 by the moment (AIJE-C01-3)."""
    falls_at = flag_at(game, outages_of(tx, game))
    if at < falls_at:
        return False
    save(tx, end(game, Ending.TIME, game.to_move, falls_at))
    return True


def outages_of(tx: Query, game: JeekGame) -> tuple[Outage, ...]:
    """The times in which the game's clocks stood still."""
    return () if game.started_at is None else outages.since(tx, game.guild_id, game.started_at)


def save(tx: Tx, game: JeekGame) -> None:
    """Writes the game and, in the same transaction, when its flag falls."""
    jeek.save(tx, game)
    _reschedule(tx, game)


def _reschedule(tx: Tx, game: JeekGame) -> None:
    due = due_steps(game, outages_of(tx, game))
    deadlines.rewrite(tx, jeek_subject(game.game_id), ((step.kind, step.at) for step in due))
