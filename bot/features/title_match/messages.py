"""Notices of a match for a title: the champion's choices, and play that goes on after a pause (AIJE-D03)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.playing.reading_verbs import match_view
from bot.features.title_match import cards
from bot.features.title_match.holder_verbs import holder_view
from bot.features.title_match.model import ColoursAsked, PlayGoesOn, TitleNotGiven
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, Place, TournamentId
from bot.kernel.promises import Promise, ToPlace
from bot.layout.cards import Composed, on
from bot.people import store as people_store


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The champion's card as it has to look now."""
    del now
    view = holder_view(tx, TournamentId(subject))
    return None if view is None else (lambda voice: cards.holder_card(view, voice), view.tournament.guild_id)


def _holder_card(tx: Query, promise: Promise[ColoursAsked]) -> Composed | None:
    view = holder_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: cards.holder_card(view, voice)


def _not_given(tx: Query, promise: Promise[TitleNotGiven]) -> Composed | None:
    person, event = people_store.load(tx, promise.saying.person), promise.saying.event
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return None if person is None else lambda voice: cards.not_given(person, event, voice, for_staff=for_staff)


def _goes_on(tx: Query, promise: Promise[PlayGoesOn]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda voice: cards.goes_on(view, voice)


NOTICES: Final = dict(
    (
        on(ColoursAsked, _holder_card),
        on(TitleNotGiven, _not_given),
        on(PlayGoesOn, _goes_on),
    )
)
