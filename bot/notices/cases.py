"""Notices about absences and bars."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToMember, ToPlace
from bot.domain.cases.absence import CaseState
from bot.domain.cases.case_views import CaseView
from bot.domain.cases.no_shows import UNJUSTIFIED
from bot.domain.community import Place
from bot.domain.ids import BarId, CaseId, GuildId, TournamentId
from bot.notices.notice import Composed, Notice
from bot.rendering.cases import bar_cards, case_cards, points_cards
from bot.services.cases import case_reading, rating_penalties
from bot.services.cases.case_record import read_ids
from bot.storage import outbox, votes
from bot.storage.database import Work


def panel(work: Work, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The reviewers' card as it has to look now."""
    case_id = CaseId(subject)
    view = case_reading.case_view(work, case_id)
    if view is None:
        return None
    return lambda voice: case_cards.for_review(view, voice), view.tournament.guild_id


def _notice(work: Work, promise: Promise) -> Composed | None:
    views = [view for view in _named(work, promise) if view.case.closed_at is None and view.case.noticed_at is None]
    return (lambda voice: case_cards.absence_notice(views, voice)) if views else None


def _letter(work: Work, promise: Promise) -> Composed | None:
    view = case_reading.case_view(work, CaseId(promise.subject), promise.promised_at)
    if view is None or view.state is not CaseState.OPEN:
        return None
    link = promise.details["notice"]
    return lambda voice: case_cards.absence_letter(view, link, voice)


def _reminder(work: Work, promise: Promise) -> Composed | None:
    views = [view for view in _named(work, promise) if view.state is CaseState.OPEN and view.case.closed_at is None]
    extended = "extended" in promise.details
    if not views:
        return None
    if not isinstance(promise.target, ToMember):
        return lambda voice: case_cards.absence_reminder(views, voice, extended=extended)
    link = _link_to_button(work, views[0])
    return lambda voice: case_cards.absence_reminder_letter(views[0], link, voice, extended=extended)


def _for_review(work: Work, promise: Promise) -> Composed | None:
    view = case_reading.case_view(work, CaseId(promise.subject))
    if view is None or not case_cards.may_be_decided(view):
        return None
    guild_id, waits = view.tournament.guild_id, "reminder" in promise.details
    reminded = case_reading.reviewers(work, guild_id, view.case) if waits else ()
    return lambda voice: case_cards.for_review(view, voice, reminded)


def _unjustified(work: Work, promise: Promise) -> Composed | None:
    views = [view for view in _named(work, promise) if view.case.close_reason in UNJUSTIFIED]
    return (lambda voice: case_cards.unjustified(views, voice)) if views else None


def _decided(work: Work, promise: Promise) -> Composed | None:
    view = case_reading.case_view(work, CaseId(promise.subject))
    if view is None:
        return None
    own = isinstance(promise.target, ToMember)
    return lambda voice: case_cards.decided(view, voice, own=own)


def _barred(work: Work, promise: Promise) -> Composed | None:
    ids = promise.details.get("bars", promise.subject).split()
    views = [view for view in case_reading.bar_views(work, map(BarId, ids)) if view.bar.lifted_at is None]
    if not views:
        return None
    if isinstance(promise.target, ToMember):
        return lambda voice: bar_cards.barred_letter(views[0], voice)
    if promise.target == ToPlace(Place.RECORD):
        return lambda voice: bar_cards.without_pings(bar_cards.barred(views, voice))
    return lambda voice: bar_cards.barred(views, voice)


def _lifted(work: Work, promise: Promise) -> Composed | None:
    views = case_reading.bar_views(work, [BarId(promise.subject)])
    own = isinstance(promise.target, ToMember)
    return (lambda voice: bar_cards.lifted(views[0], voice, own=own)) if views else None


def _points_taken(work: Work, promise: Promise) -> Composed | None:
    view = rating_penalties.view(work, promise.subject)
    vote = votes.load(work, view.penalty.vote_id) if view else None
    if view is None or vote is None or view.penalty.returned_at is not None:
        return None
    own, fell, question = isinstance(promise.target, ToMember), promise.details.get("bar") == "fell", vote.question
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: points_cards.taken(view, question, voice, own=own, bar_fell=fell, pinged=pinged)


def _points_returned(work: Work, promise: Promise) -> Composed | None:
    view = rating_penalties.view(work, promise.subject)
    own = isinstance(promise.target, ToMember)
    return None if view is None else lambda voice: points_cards.returned(view, voice, own=own)


def _named(work: Work, promise: Promise) -> tuple[CaseView, ...]:
    """The cases that the promise is about, as they stand; its own moment decides what was still open."""
    return case_reading.views(work, read_ids(promise.details.get("cases", "")), promise.promised_at)


def _link_to_button(work: Work, view: CaseView) -> str | None:
    notice = outbox.last_delivery(work, Saying.ABSENCE_NOTICE, TournamentId(view.case.tournament_id))
    return f"{view.tournament.guild_id}/{notice.channel_id}/{notice.message_id}" if notice else None


NOTICES: Mapping[Saying, Notice] = {
    Saying.ABSENCE_NOTICE: _notice,
    Saying.ABSENCE_LETTER: _letter,
    Saying.ABSENCE_REMINDER: _reminder,
    Saying.CASE_FOR_REVIEW: _for_review,
    Saying.ABSENCES_UNJUSTIFIED: _unjustified,
    Saying.CASE_DECIDED: _decided,
    Saying.BARRED: _barred,
    Saying.BAR_LIFTED: _lifted,
    Saying.POINTS_TAKEN: _points_taken,
    Saying.POINTS_RETURNED: _points_returned,
}
