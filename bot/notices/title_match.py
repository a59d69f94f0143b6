"""Notices of a match for a title: the champion's choices, and play that goes on after a pause (AIJE-D03)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, TournamentId
from bot.domain.rulebook import Rulebook
from bot.domain.title_match.sayings import ColoursAsked, PlayGoesOn, TitleNotGiven
from bot.notices.notice import Composed, on
from bot.notices.rounds import DrawnHooks
from bot.rendering.title_match import holder_cards, series_cards
from bot.services.playing.match_reading import match_view
from bot.services.title_match.title_holders import holder_view
from bot.storage import people
from bot.storage.context import Query


class TitleMatchDrawn(DrawnHooks):
    """Of events that are one long match."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the event is such a match."""
        return rulebook.traits.is_series

    def draw_post(self, tx: Query, tournament_id: TournamentId) -> Composed | None:
        """The two who play for the title."""
        holder = holder_view(tx, tournament_id)
        return None if holder is None else lambda voice: holder_cards.match_announcement(holder, voice)


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The champion's card as it has to look now."""
    del now
    view = holder_view(tx, TournamentId(subject))
    return None if view is None else (lambda voice: holder_cards.holder_card(view, voice), view.tournament.guild_id)


def _holder_card(tx: Query, promise: Promise[ColoursAsked]) -> Composed | None:
    view = holder_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: holder_cards.holder_card(view, voice)


def _not_given(tx: Query, promise: Promise[TitleNotGiven]) -> Composed | None:
    person, event = people.load(tx, promise.saying.person), promise.saying.event
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return None if person is None else lambda voice: holder_cards.not_given(person, event, voice, for_staff=for_staff)


def _goes_on(tx: Query, promise: Promise[PlayGoesOn]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda voice: series_cards.goes_on(view, voice)


NOTICES: Final = dict(
    (
        on(ColoursAsked, _holder_card),
        on(TitleNotGiven, _not_given),
        on(PlayGoesOn, _goes_on),
    )
)
