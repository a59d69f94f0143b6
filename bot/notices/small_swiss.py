"""Notices about a round robin in the place of a Swiss with few players."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.events.small_swiss import with_few_players
from bot.domain.ids import TournamentId
from bot.notices.notice import Composed, Notice
from bot.rendering.events import small_swiss_cards
from bot.services.reading import tournament_view
from bot.storage.database import Work


def _offered(work: Work, promise: Promise) -> Composed | None:
    view = tournament_view(work, TournamentId(promise.subject))
    if view is None or view.tournament.check_in_closed_at is not None:
        return None
    if with_few_players(view.tournament.rulebook) is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: small_swiss_cards.offered(view, voice)


def _taken(work: Work, promise: Promise) -> Composed | None:
    view = tournament_view(work, TournamentId(promise.subject))
    return None if view is None else lambda voice: small_swiss_cards.taken(view.tournament, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.ROUND_ROBIN_OFFERED: _offered,
    Saying.ROUND_ROBIN_TAKEN: _taken,
}
