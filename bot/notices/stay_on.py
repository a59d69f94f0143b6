"""Notices of line-ups that are named for a match: both are known now, by their captains or by the limit (GO-26.6)."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.team_play.sayings import LineUpsOpen
from bot.notices.notice import Composed, on
from bot.rendering.team_play import stay_on_cards
from bot.services.playing.match_reading import match_view
from bot.storage.database import Work


def _opened(work: Work, promise: Promise[LineUpsOpen]) -> Composed | None:
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda voice: stay_on_cards.opened(view, promise.saying.sides, voice)


NOTICES: Final = dict((on(LineUpsOpen, _opened),))
