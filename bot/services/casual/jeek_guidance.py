"""What a running game of Jeek asks of a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.casual.jeek_games import JeekGame, JeekPhase
from bot.domain.casual.jeek_views import JeekView
from bot.domain.ids import PersonId
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.services.asked import Asked, Found
from bot.services.casual import jeek
from bot.storage import jeek as games
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """The game in which the person is to move, with the moment at which the clock reaches 0, or waits for a move."""
    person, presser = asked.person, asked.presser
    if person is None:
        return
    for game in games.unfinished_of(tx, person.person_id):
        view = jeek.view_of(tx, game.game_id, presser.at)
        if view is not None:
            yield from _of_game(game, view, person.person_id, presser.at)


def _of_game(game: JeekGame, view: JeekView, person_id: PersonId, at: datetime) -> Iterator[DutyItem | Prospect]:
    match game.phase(at):
        case JeekPhase.CHALLENGED if game.challenged == person_id:
            yield Prospect(Outlook.CHALLENGED, None, game.open_until, view.challenger)
        case JeekPhase.PLAYING if at < view.flag_at:
            other = view.challenged if person_id == game.challenger else view.challenger
            if game.colour_of(person_id) is game.to_move:
                yield DutyItem(Duty.MOVE_IN_JEEK, game.game_id, None, view.flag_at, other)
            else:
                yield Prospect(Outlook.OPPONENT_MOVES, None, view.flag_at, other)
