"""Notices about invitations and seats."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToPlace
from bot.domain.community import Place
from bot.domain.entering.qualification import Asked, Invitation, QualifyingEvent
from bot.domain.ids import GuildId, PersonId
from bot.notices.notice import Composed, Notice
from bot.rendering.entering import seat_cards as cards
from bot.services.entering import seats_reading
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The round's card as it has to look now."""
    view = seats_reading.proposal(work, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.round.guild_id)


def _proposed(work: Work, promise: Promise) -> Composed | None:
    view = seats_reading.proposal(work, promise.subject, promise.promised_at)
    if view is None or view.round.closed_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _offered(work: Work, promise: Promise) -> Composed | None:
    view = seats_reading.by_id(work, promise.subject)
    if view is None or not view.round.stands:
        return None
    told = [_read(one) for one in promise.details["asked"].split(",")]
    waiting = [one for one in told if one in view.questions and view.questions[one].is_open]
    return (lambda voice: cards.offered(view, waiting, voice)) if waiting else None


def _read(text: str) -> Invitation:
    asked, _, person_id = text.partition(".")
    return Invitation(Asked(asked), PersonId(person_id))


def _filled(work: Work, promise: Promise) -> Composed | None:
    view = seats_reading.by_id(work, promise.subject)
    return None if view is None else lambda voice: cards.filled(view, voice)


def _lost(work: Work, promise: Promise) -> Composed | None:
    found = seats_reading.lost(work, promise.subject, promise.details["lost"].split(","))
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: cards.lost(found, voice, for_staff=for_staff)


def _passed_over(work: Work, promise: Promise) -> Composed | None:
    found = seats_reading.passed_over(work, promise.details, promise.promised_at)
    return None if found is None else lambda voice: cards.passed_over(found, voice)


def _by_hand(work: Work, promise: Promise) -> Composed | None:
    person = people.load(work, PersonId(promise.subject))
    event, why, given = (
        QualifyingEvent(promise.details["event"]),
        promise.details["why"],
        bool(promise.details["given"]),
    )
    return None if person is None else lambda voice: cards.told_by_hand(person, event, why, voice, given=given)


def _vacant(work: Work, promise: Promise) -> Composed | None:
    view = seats_reading.by_id(work, promise.subject)
    if view is None or not view.round.stands or not view.vacant:
        return None
    return lambda voice: cards.vacant(view, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.SEATS_PROPOSED: _proposed,
    Saying.SEATS_OFFERED: _offered,
    Saying.SEATS_FILLED: _filled,
    Saying.SEATS_LOST: _lost,
    Saying.SEAT_PASSED_OVER: _passed_over,
    Saying.SEAT_BY_HAND: _by_hand,
    Saying.SEAT_VACANT: _vacant,
}
