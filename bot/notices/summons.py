"""Notices that call who runs an event."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.ids import GuildId
from bot.domain.playing.sayings import StaffCalled, StaffWritten
from bot.notices.notice import Composed, on
from bot.rendering.playing import summons_cards
from bot.services import summons, summons_reading
from bot.storage.context import Query


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The call as it has to look now: what is settled shows that, and pings nobody again."""
    promised, view = summons.saying_of(tx, subject), summons_reading.call_view(tx, subject)
    if promised is None or view is None:
        return None
    return lambda voice: summons_cards.call(view, voice), promised.guild_id


def _notice_of_call(tx: Query, promise: Promise[StaffCalled]) -> Composed | None:
    """Nothing where all of it was settled before it could be said."""
    view = summons_reading.call_view(tx, promise.saying.call_id)
    return None if view is None or view.is_settled else lambda voice: summons_cards.call(view, voice)


def _notice_of_letter(tx: Query, promise: Promise[StaffWritten]) -> Composed | None:
    view = summons_reading.call_view(tx, promise.saying.call_id)
    return None if view is None or view.is_settled else lambda voice: summons_cards.letter(view, voice)


NOTICES: Final = dict((on(StaffCalled, _notice_of_call), on(StaffWritten, _notice_of_letter)))
