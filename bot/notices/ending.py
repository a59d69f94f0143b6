"""Notices of the end of an event."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import TournamentId
from bot.notices.notice import Composed, Notice
from bot.rendering.events import ending_cards as cards
from bot.services.events import ending_reading
from bot.storage.database import Work


def _podium(work: Work, promise: Promise) -> Composed | None:
    view = ending_reading.podium_view(work, TournamentId(promise.subject))
    return None if view is None else lambda voice: cards.podium(view, voice)


def _ratings(work: Work, promise: Promise) -> Composed | None:
    view = ending_reading.ratings_view(work, TournamentId(promise.subject))
    return None if view is None else lambda voice: cards.ratings_published(view, voice)


def _record(work: Work, promise: Promise) -> Composed | None:
    view = ending_reading.record_view(work, TournamentId(promise.subject))
    return None if view is None else lambda voice: cards.record(view, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.PODIUM: _podium,
    Saying.RATINGS_PUBLISHED: _ratings,
    Saying.RECORD_RESULTS: _record,
}
