"""Notices about invitations and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToPlace
from bot.domain.community import Place
from bot.domain.entering.sayings import (
    ByHand,
    SeatByHand,
    SeatPassedOver,
    SeatsFilled,
    SeatsLost,
    SeatsOffered,
    SeatsProposed,
    SeatVacant,
)
from bot.domain.ids import GuildId
from bot.notices.notice import Composed, on
from bot.rendering.entering import seat_cards as cards
from bot.services.entering import seats_reading
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The round's card as it has to look now."""
    view = seats_reading.proposal(work, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.round.guild_id)


def _proposed(work: Work, promise: Promise[SeatsProposed]) -> Composed | None:
    view = seats_reading.proposal(work, promise.saying.round_id, promise.promised_at)
    if view is None or view.round.closed_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _offered(work: Work, promise: Promise[SeatsOffered]) -> Composed | None:
    view = seats_reading.by_id(work, promise.saying.round_id)
    if view is None or not view.round.stands:
        return None
    waiting = [one for one in promise.saying.asked if one in view.questions and view.questions[one].is_open]
    return (lambda voice: cards.offered(view, waiting, voice)) if waiting else None


def _filled(work: Work, promise: Promise[SeatsFilled]) -> Composed | None:
    view = seats_reading.by_id(work, promise.saying.round_id)
    return None if view is None else lambda voice: cards.filled(view, voice)


def _lost(work: Work, promise: Promise[SeatsLost]) -> Composed | None:
    found = seats_reading.lost(work, promise.saying)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: cards.lost(found, voice, for_staff=for_staff)


def _passed_over(work: Work, promise: Promise[SeatPassedOver]) -> Composed | None:
    found = seats_reading.passed_over(work, promise.saying, promise.promised_at)
    return None if found is None else lambda voice: cards.passed_over(found, voice)


def _by_hand(work: Work, promise: Promise[SeatByHand]) -> Composed | None:
    person = people.load(work, promise.saying.person_id)
    told, given = promise.saying, promise.saying.given is ByHand.GIVEN
    if person is None:
        return None
    return lambda voice: cards.told_by_hand(person, told.event, told.why, voice, given=given)


def _vacant(work: Work, promise: Promise[SeatVacant]) -> Composed | None:
    view = seats_reading.by_id(work, promise.saying.round_id)
    if view is None or not view.round.stands or not view.vacant:
        return None
    return lambda voice: cards.vacant(view, voice)


NOTICES: Final = dict(
    (
        on(SeatsProposed, _proposed),
        on(SeatsOffered, _offered),
        on(SeatsFilled, _filled),
        on(SeatsLost, _lost),
        on(SeatPassedOver, _passed_over),
        on(SeatByHand, _by_hand),
        on(SeatVacant, _vacant),
    )
)
