"""Notices of line-ups that are named for a match: both are known now, by their captains or by the limit (GO-26.6)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import ContestId
from bot.notices.notice import Composed, Notice
from bot.rendering.team_play import stay_on_cards
from bot.services.playing.match_reading import match_view
from bot.storage.database import Work


def _opened(work: Work, promise: Promise) -> Composed | None:
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    sides = [int(side) for side in promise.details.get("sides", "").split()]
    return lambda voice: stay_on_cards.opened(view, sides, voice)


NOTICES: Mapping[Saying, Notice] = {Saying.LINE_UPS_OPEN: _opened}
