"""Notices of absences and bars, and of who is who."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToMember, ToPlace
from bot.domain.cases.absence import CaseState
from bot.domain.cases.case_views import CaseView
from bot.domain.cases.no_shows import UNJUSTIFIED
from bot.domain.cases.sayings import (
    AbsenceLetter,
    AbsenceNotice,
    AbsenceReminder,
    AbsencesUnjustified,
    AmendmentReturned,
    BarLifted,
    Barred,
    BarThen,
    CaseDecided,
    CaseForReview,
    NameClaimDecided,
    NameClaimed,
    PersonLinked,
    PersonUnlinked,
    PointsReturned,
    RatingAmended,
    RatingPointsTaken,
    RatingsAmended,
    SamePersonRecorded,
    SamePersonUndone,
)
from bot.domain.community import Place
from bot.domain.ids import CaseId, GuildId, TournamentId
from bot.notices.notice import Composed, on
from bot.rendering.cases import amendment_cards, bar_cards, case_cards, link_cards, points_cards, same_person_cards
from bot.services.cases import (
    case_reading,
    discord_links,
    name_claims,
    rating_amendments,
    rating_penalties,
    same_person,
)
from bot.storage import name_claims as name_claims_storage
from bot.storage import outbox, same_persons, votes
from bot.storage.context import Query


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The reviewers' card as it has to look now."""
    case_id = CaseId(subject)
    view = case_reading.case_view(tx, case_id)
    if view is None:
        return None
    return lambda voice: case_cards.for_review(view, voice), view.tournament.guild_id


def _absence_notice(tx: Query, promise: Promise[AbsenceNotice]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.case.closed_at is None and view.case.noticed_at is None]
    return (lambda voice: case_cards.absence_notice(views, voice)) if views else None


def _absence_letter(tx: Query, promise: Promise[AbsenceLetter]) -> Composed | None:
    view = case_reading.case_view(tx, promise.saying.case_id, promise.promised_at)
    if view is None or view.state is not CaseState.OPEN:
        return None
    link = promise.saying.notice
    return lambda voice: case_cards.absence_letter(view, link, voice)


def _absence_reminder(tx: Query, promise: Promise[AbsenceReminder]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.state is CaseState.OPEN and view.case.closed_at is None]
    extended = promise.saying.extended
    if not views:
        return None
    if not isinstance(promise.target, ToMember):
        return lambda voice: case_cards.absence_reminder(views, voice, extended=extended)
    link = _link_to_button(tx, views[0])
    return lambda voice: case_cards.absence_reminder_letter(views[0], link, voice, extended=extended)


def _for_review(tx: Query, promise: Promise[CaseForReview]) -> Composed | None:
    view = case_reading.case_view(tx, promise.saying.case_id)
    if view is None or not case_cards.may_be_decided(view):
        return None
    guild_id, waits = view.tournament.guild_id, promise.saying.reminder
    reminded = case_reading.reviewers(tx, guild_id, view.case) if waits else ()
    return lambda voice: case_cards.for_review(view, voice, reminded)


def _unjustified_absences(tx: Query, promise: Promise[AbsencesUnjustified]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.case.close_reason in UNJUSTIFIED]
    return (lambda voice: case_cards.unjustified_absences(views, voice)) if views else None


def _case_decided(tx: Query, promise: Promise[CaseDecided]) -> Composed | None:
    view = case_reading.case_view(tx, promise.saying.case_id)
    if view is None:
        return None
    own = isinstance(promise.target, ToMember)
    return lambda voice: case_cards.decision(view, voice, own=own)


def _bar_announcement(tx: Query, promise: Promise[Barred]) -> Composed | None:
    bars = promise.saying.bars or (promise.saying.bar_id,)
    views = [view for view in case_reading.bar_views(tx, bars) if view.bar.lifted_at is None]
    if not views:
        return None
    if isinstance(promise.target, ToMember):
        return lambda voice: bar_cards.barred_letter(views[0], voice)
    if promise.target == ToPlace(Place.RECORD):
        return lambda voice: bar_cards.without_pings(bar_cards.bar_announcement(views, voice))
    return lambda voice: bar_cards.bar_announcement(views, voice)


def _bar_lifted(tx: Query, promise: Promise[BarLifted]) -> Composed | None:
    views = case_reading.bar_views(tx, [promise.saying.bar_id])
    own = isinstance(promise.target, ToMember)
    return (lambda voice: bar_cards.lifting(views[0], voice, own=own)) if views else None


def _ratings_amended(tx: Query, promise: Promise[RatingsAmended]) -> Composed | None:
    views = rating_amendments.views_of_list(tx, promise.saying.list_id)
    standing = [one for one in views if one.amendment.returned_at is None]
    return (lambda voice: amendment_cards.announcement(standing, voice)) if standing else None


def _rating_amended(tx: Query, promise: Promise[RatingAmended]) -> Composed | None:
    view = rating_amendments.view(tx, promise.saying.amendment_id)
    if view is None or view.amendment.returned_at is not None:
        return None
    return lambda voice: amendment_cards.letter(view, voice)


def _amendment_returned(tx: Query, promise: Promise[AmendmentReturned]) -> Composed | None:
    view = rating_amendments.view(tx, promise.saying.amendment_id)
    own = isinstance(promise.target, ToMember)
    return None if view is None else lambda voice: amendment_cards.back(view, voice, own=own)


def _points_taken(tx: Query, promise: Promise[RatingPointsTaken]) -> Composed | None:
    view = rating_penalties.view(tx, promise.saying.penalty_id)
    vote = votes.load(tx, view.penalty.vote_id) if view else None
    if view is None or vote is None or view.penalty.returned_at is not None:
        return None
    own, fell, question = isinstance(promise.target, ToMember), promise.saying.bar is BarThen.FELL, vote.question
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: points_cards.points_loss(view, question, voice, own=own, bar_fell=fell, pinged=pinged)


def _points_returned(tx: Query, promise: Promise[PointsReturned]) -> Composed | None:
    view = rating_penalties.view(tx, promise.saying.penalty_id)
    own = isinstance(promise.target, ToMember)
    return None if view is None else lambda voice: points_cards.points_return(view, voice, own=own)


def _named_cases(
    tx: Query, promise: Promise[AbsenceNotice | AbsenceReminder | AbsencesUnjustified]
) -> tuple[CaseView, ...]:
    """The cases that the promise is about, as they stand; its own moment decides what was still open."""
    return case_reading.views(tx, promise.saying.cases, promise.promised_at)


def _link_to_button(tx: Query, view: CaseView) -> str | None:
    notice = outbox.last_delivery(tx, AbsenceNotice, TournamentId(view.case.tournament_id))
    return f"{view.tournament.guild_id}/{notice.channel_id}/{notice.message_id}" if notice else None


def _same_person(tx: Query, promise: Promise[SamePersonRecorded]) -> Composed | None:
    link = same_persons.load(tx, promise.saying.link_id)
    if link is None or link.undone_at is not None:
        return None
    view = same_person.view(tx, link)
    if isinstance(promise.target, ToMember):
        return lambda voice: same_person_cards.letter(view, voice)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.link_notice(view, voice, pinged=pinged)


def _same_person_undone(tx: Query, promise: Promise[SamePersonUndone]) -> Composed | None:
    link = same_persons.load(tx, promise.saying.link_id)
    if link is None or link.undone_at is None:
        return None
    view, pinged = same_person.view(tx, link), promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.undone(view, voice, pinged=pinged)


def name_panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card of a claim to a name as it has to look now."""
    claim = name_claims_storage.load(tx, subject)
    if claim is None:
        return None
    found = name_claims.view(tx, claim.guild_id, subject, now)
    return lambda voice: link_cards.claim(found, voice), claim.guild_id


def _name_claimed(tx: Query, promise: Promise[NameClaimed]) -> Composed | None:
    found = name_panel(tx, promise.saying.claim_id, promise.promised_at)
    return None if found is None else found[0]


def _name_refused(tx: Query, promise: Promise[NameClaimDecided]) -> Composed | None:
    found = name_claims.view(tx, promise.guild_id, promise.saying.claim_id, promise.promised_at)
    return lambda voice: link_cards.refusal(found, voice)


def _link_notice(tx: Query, promise: Promise[PersonLinked]) -> Composed | None:
    view = discord_links.view(tx, promise.saying.link_id)
    if view is None or view.link.undone_at is not None:
        return None
    if isinstance(promise.target, ToMember):
        return lambda voice: link_cards.letter(view, voice)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: link_cards.notice(view, voice, pinged=pinged)


def _unlink_notice(tx: Query, promise: Promise[PersonUnlinked]) -> Composed | None:
    view = discord_links.view(tx, promise.saying.link_id)
    if view is None or view.link.undone_at is None:
        return None
    return lambda voice: link_cards.undone(view, voice)


NOTICES: Final = dict(
    (
        on(AbsenceNotice, _absence_notice),
        on(AbsenceLetter, _absence_letter),
        on(AbsenceReminder, _absence_reminder),
        on(CaseForReview, _for_review),
        on(AbsencesUnjustified, _unjustified_absences),
        on(CaseDecided, _case_decided),
        on(Barred, _bar_announcement),
        on(BarLifted, _bar_lifted),
        on(RatingPointsTaken, _points_taken),
        on(PointsReturned, _points_returned),
        on(RatingsAmended, _ratings_amended),
        on(RatingAmended, _rating_amended),
        on(AmendmentReturned, _amendment_returned),
        on(SamePersonRecorded, _same_person),
        on(SamePersonUndone, _same_person_undone),
        on(NameClaimed, _name_claimed),
        on(NameClaimDecided, _name_refused),
        on(PersonLinked, _link_notice),
        on(PersonUnlinked, _unlink_notice),
    )
)
