"""The board of a casual game of Jeek as a live message."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import GuildId, JeekId
from bot.notices.notice import Composed, Notice
from bot.rendering.casual import jeek_cards
from bot.services.casual import jeek
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The board as it has to look now."""
    view = jeek.view_of(work, JeekId(subject), now)
    if view is None or view.game.started_at is None:
        return None
    return lambda voice: jeek_cards.board(view, voice), view.game.guild_id


def _board(work: Work, promise: Promise) -> Composed | None:
    found = panel(work, promise.subject, promise.promised_at)
    return None if found is None else found[0]


NOTICES: Mapping[Saying, Notice] = {Saying.JEEK_BOARD: _board}
