"""Notices of a match for a title: the champion's choices, and play that goes on after a pause (AIJE-D03)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToPlace
from bot.domain.community import Place
from bot.domain.ids import ContestId, GuildId, PersonId, TournamentId
from bot.notices.notice import Composed, Notice
from bot.rendering.title_match import holder_cards, series_cards
from bot.services.playing.match_reading import match_view
from bot.services.title_match.title_holders import holder_view
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The champion's card as it has to look now."""
    del now
    view = holder_view(work, TournamentId(subject))
    return None if view is None else (lambda voice: holder_cards.asked(view, voice), view.tournament.guild_id)


def _asked(work: Work, promise: Promise) -> Composed | None:
    view = holder_view(work, TournamentId(promise.subject))
    if view is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: holder_cards.asked(view, voice)


def _not_given(work: Work, promise: Promise) -> Composed | None:
    person, event = people.load(work, PersonId(promise.details["person"])), promise.details["event"]
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return None if person is None else lambda voice: holder_cards.not_given(person, event, voice, for_staff=for_staff)


def _goes_on(work: Work, promise: Promise) -> Composed | None:
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda voice: series_cards.goes_on(view, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.COLOURS_ASKED: _asked,
    Saying.TITLE_NOT_GIVEN: _not_given,
    Saying.PLAY_GOES_ON: _goes_on,
}
