"""Notices of the end of an event."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import Podium, RatingsPublished, RecordResults
from bot.notices.notice import Composed, on
from bot.rendering.events import ending_cards as cards
from bot.services.events import ending_reading
from bot.storage.database import Work


def _podium(work: Work, promise: Promise[Podium]) -> Composed | None:
    view = ending_reading.podium_view(work, promise.saying.tournament_id)
    return None if view is None else lambda voice: cards.podium(view, voice)


def _ratings(work: Work, promise: Promise[RatingsPublished]) -> Composed | None:
    view = ending_reading.ratings_view(work, promise.saying.tournament_id)
    return None if view is None else lambda voice: cards.ratings_published(view, voice)


def _record(work: Work, promise: Promise[RecordResults]) -> Composed | None:
    view = ending_reading.record_view(work, promise.saying.tournament_id)
    return None if view is None else lambda voice: cards.record(view, voice)


NOTICES: Final = dict(
    (
        on(Podium, _podium),
        on(RatingsPublished, _ratings),
        on(RecordResults, _record),
    )
)
