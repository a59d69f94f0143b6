"""What seats say: offered, filled, lost, and given by hand."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.entering.eligibility_verbs import bars_of
from bot.features.entering.model import ByHand
from bot.features.seats import cards, reading_verbs
from bot.features.seats.model import (
    SeatByHand,
    SeatPassedOver,
    SeatsFilled,
    SeatsLost,
    SeatsOffered,
    SeatsProposed,
    SeatStaysEmpty,
    SeatVacant,
)
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, Place
from bot.kernel.promises import Promise, ToPlace
from bot.layout.cards import Composed, on
from bot.people import store as people_store


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The round's card as it has to look now."""
    view = reading_verbs.proposal(tx, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.round.guild_id)


def _seats_proposed(tx: Query, promise: Promise[SeatsProposed]) -> Composed | None:
    view = reading_verbs.proposal(tx, promise.saying.round_id, promise.promised_at)
    if view is None or view.round.closed_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _seats_offered(tx: Query, promise: Promise[SeatsOffered]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.saying.round_id)
    if view is None or not view.round.stands:
        return None
    waiting = [one for one in promise.saying.asked if one in view.questions and view.questions[one].is_open]
    return (lambda voice: cards.invitations(view, waiting, voice)) if waiting else None


def _seats_filled(tx: Query, promise: Promise[SeatsFilled]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.saying.round_id)
    return None if view is None else lambda voice: cards.filled_seats(view, voice)


def _seats_lost(tx: Query, promise: Promise[SeatsLost]) -> Composed | None:
    found = reading_verbs.lost_seats(tx, promise.saying)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: cards.lost_seats(found, voice, for_staff=for_staff)


def _seat_passed_over(tx: Query, promise: Promise[SeatPassedOver]) -> Composed | None:
    told = promise.saying
    person = people_store.load(tx, told.person)
    if person is None:
        return None
    bars = tuple(bars_of(tx, person.person_id, promise.promised_at))
    return lambda voice: cards.passed_over(told, person, bars, voice)


def _seat_by_hand(tx: Query, promise: Promise[SeatByHand]) -> Composed | None:
    person = people_store.load(tx, promise.saying.person_id)
    told, given = promise.saying, promise.saying.given is ByHand.GIVEN
    if person is None:
        return None
    return lambda voice: cards.told_by_hand(person, told.event, told.why, voice, given=given)


def _seat_vacant(tx: Query, promise: Promise[SeatVacant]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.saying.round_id)
    if view is None or not view.round.stands or not view.vacant:
        return None
    return lambda voice: cards.vacant(view, voice)


def _seat_stays_empty(tx: Query, promise: Promise[SeatStaysEmpty]) -> Composed | None:
    """Nothing where the place has been given since."""
    view, person = reading_verbs.by_id(tx, promise.saying.round_id), people_store.load(tx, promise.saying.person)
    if view is None or person is None or not view.round.stands or person.person_id not in view.left_empty:
        return None
    return lambda voice: cards.stays_empty(view, person, voice)


SEAT_NOTICES: Final = dict(
    (
        on(SeatsProposed, _seats_proposed),
        on(SeatsOffered, _seats_offered),
        on(SeatsFilled, _seats_filled),
        on(SeatsLost, _seats_lost),
        on(SeatPassedOver, _seat_passed_over),
        on(SeatByHand, _seat_by_hand),
        on(SeatVacant, _seat_vacant),
        on(SeatStaysEmpty, _seat_stays_empty),
    )
)
