"""Notices about a round robin in the place of a Swiss with few players."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import RoundRobinOffered, RoundRobinTaken
from bot.domain.events.small_swiss import with_few_players
from bot.notices.notice import Composed, on
from bot.rendering.events import small_swiss_cards
from bot.services.reading import tournament_view
from bot.storage.database import Work


def _offered(work: Work, promise: Promise[RoundRobinOffered]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None:
        return None
    if with_few_players(view.tournament.rulebook) is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: small_swiss_cards.offered(view, voice)


def _taken(work: Work, promise: Promise[RoundRobinTaken]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    return None if view is None else lambda voice: small_swiss_cards.taken(view.tournament, voice)


NOTICES: Final = dict(
    (
        on(RoundRobinOffered, _offered),
        on(RoundRobinTaken, _taken),
    )
)
