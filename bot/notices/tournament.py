"""Notices about a tournament up to its draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import GuildId, TournamentId
from bot.domain.views import TournamentView
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering import announcement as cards
from bot.rendering.layout import Card
from bot.services import check_in
from bot.services.reading import listed_people, tournament_view
from bot.storage import entrants
from bot.storage.database import Work


def panel(work: Work, subject: str) -> tuple[Composed, GuildId] | None:
    """The announcement as it has to look now."""
    view = tournament_view(work, TournamentId(subject))
    if view is None:
        return None
    return lambda voice: cards.announcement(view, voice), view.tournament.guild_id


def _simple(layout: Callable[[TournamentView, Voice], Card]) -> Notice:
    """A notice that needs nothing but the tournament as everybody sees it."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        view = tournament_view(work, TournamentId(promise.subject))
        return None if view is None else lambda voice: layout(view, voice)

    return notice


def _reminder(work: Work, promise: Promise) -> Composed | None:
    view = tournament_view(work, TournamentId(promise.subject))
    if view is None or view.tournament.check_in_closed_at is not None:
        return None
    missing = listed_people(work, check_in.missing(work, view.tournament))
    return (lambda voice: cards.check_in_reminder(view, missing, voice)) if missing else None


def _closed(work: Work, promise: Promise) -> Composed | None:
    view = tournament_view(work, TournamentId(promise.subject))
    if view is None:
        return None
    starters = len(entrants.with_outcome(work, view.tournament.tournament_id, "starter"))
    absent = listed_people(work, entrants.with_outcome(work, view.tournament.tournament_id, "absent"))
    return lambda voice: cards.check_in_closed(view, starters, absent, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.TOURNAMENT_ANNOUNCED: _simple(cards.announcement),
    Saying.TOURNAMENT_CHANGED: _simple(cards.tournament_changed),
    Saying.TOURNAMENT_CANCELLED: _simple(cards.tournament_cancelled),
    Saying.CHECK_IN_OPENED: _simple(cards.check_in_opened),
    Saying.CHECK_IN_REMINDER: _reminder,
    Saying.CHECK_IN_CLOSED: _closed,
}
