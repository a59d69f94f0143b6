"""Notices about pairs that are not to meet."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import PairForbidden
from bot.notices.notice import Composed, on
from bot.rendering.events import apart_cards
from bot.services.events import apart
from bot.storage.database import Work


def _pair(work: Work, promise: Promise[PairForbidden]) -> Composed | None:
    pair = promise.saying.first, promise.saying.second
    view = apart.pair_view(work, promise.guild_id, promise.saying.tournament_id, pair)
    return lambda voice: apart_cards.pair_public(view, voice)


NOTICES: Final = dict((on(PairForbidden, _pair),))
