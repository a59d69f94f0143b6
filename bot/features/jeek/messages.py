"""The board of a casual game of Jeek as a live message."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.jeek import cards, verbs
from bot.features.jeek.games_model import JeekBoard
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, JeekId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The board as it has to look now."""
    view = verbs.view_of(tx, JeekId(subject), now)
    if view is None or view.game.started_at is None:
        return None
    return lambda voice: cards.board(view, voice), view.game.guild_id


def _board(tx: Query, promise: Promise[JeekBoard]) -> Composed | None:
    view = verbs.view_of(tx, promise.saying.jeek_id, promise.promised_at)
    if view is None or view.game.started_at is None:
        return None
    return lambda voice: cards.new_board(view, voice)


NOTICES: Final = dict((on(JeekBoard, _board),))
