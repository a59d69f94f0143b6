"""Pauses of a casual game of Jeek: taken at any moment, over by themselves, or sooner by both (AIJE-D03-4)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.casual.jeek_games import JeekGame, pauses_of
from bot.domain.casual.jeek_pauses import PauseAct, PausePress, side_of
from bot.domain.casual.jeek_views import JeekView
from bot.domain.ids import JeekId
from bot.domain.title_match.pauses import refusal
from bot.errors import AlreadyDone, NotNow, Outdated
from bot.services.casual.jeek import at_board, flag_fell, load, outages_of, save
from bot.services.title_match.series import TooFewPauses
from bot.storage.context import ActorTx, Tx


def pause(tx: ActorTx, game_id: JeekId, mark: int, at_once: int) -> JeekView:
    """Stops both clocks, whoever is to move; `mark` is how many presses about pauses the board knew of.

    Raises NotAtBoard, JeekOver, Outdated for an older board, and TooFewPauses.
    """
    game, colour = at_board(tx, game_id)
    if len(game.presses) != mark or at_once < 1:
        raise Outdated
    if not flag_fell(tx, game, tx.pressed_at):
        state = pauses_of(game, outages_of(tx, game))
        if refusal(state.pauses, side_of(colour), at_once) is not None:
            raise TooFewPauses(n=state.pauses_left(colour))
        _press(tx, game, PausePress(PauseAct.PAUSE, colour, tx.pressed_at, at_once))
    return load(tx, game_id)


def ready(tx: ActorTx, game_id: JeekId) -> JeekView:
    """The player would play on; once both would, the clocks run again.

    Raises NotAtBoard, JeekOver, NotNow where no pause runs any more, and AlreadyDone.
    """
    game, colour = at_board(tx, game_id)
    state = pauses_of(game, outages_of(tx, game))
    if state.running(tx.pressed_at) is None:
        raise NotNow
    if colour in state.ready:
        raise AlreadyDone
    _press(tx, game, PausePress(PauseAct.READY, colour, tx.pressed_at))
    return load(tx, game_id)


def _press(tx: Tx, game: JeekGame, pressed: PausePress) -> None:
    """No press is earlier than the one before, though two people's clocks of Discord may differ by milliseconds."""
    at = max([pressed.at, *(one.at for one in game.presses[-1:]), *(one.made_at for one in game.turns[-1:])])
    save(tx, replace(game, presses=(*game.presses, replace(pressed, at=at))))
