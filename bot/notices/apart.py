"""Notices about pairs that are not to meet."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import EntrantId, TournamentId
from bot.notices.notice import Composed, Notice
from bot.rendering.events import apart_cards
from bot.services.events import apart
from bot.storage.database import Work


def _pair(work: Work, promise: Promise) -> Composed | None:
    pair = EntrantId(promise.details["first"]), EntrantId(promise.details["second"])
    view = apart.pair_view(work, promise.guild_id, TournamentId(promise.subject), pair)
    return lambda voice: apart_cards.pair_public(view, voice)


NOTICES: Mapping[Saying, Notice] = {Saying.PAIR_FORBIDDEN: _pair}
