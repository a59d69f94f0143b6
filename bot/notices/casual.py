"""The board of a casual game of Jeek as a live message."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.casual.sayings import JeekBoard
from bot.domain.ids import GuildId, JeekId
from bot.notices.notice import Composed, on
from bot.rendering.casual import jeek_cards
from bot.services.casual import jeek
from bot.storage.context import Query


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The board as it has to look now."""
    view = jeek.view_of(tx, JeekId(subject), now)
    if view is None or view.game.started_at is None:
        return None
    return lambda voice: jeek_cards.board(view, voice), view.game.guild_id


def _board(tx: Query, promise: Promise[JeekBoard]) -> Composed | None:
    view = jeek.view_of(tx, promise.saying.jeek_id, promise.promised_at)
    if view is None or view.game.started_at is None:
        return None
    return lambda voice: jeek_cards.new_board(view, voice)


NOTICES: Final = dict((on(JeekBoard, _board),))
