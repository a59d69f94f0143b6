"""What is said of acts about the own event."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.own_events.sayings import (
    AgreementAsked,
    DisputeWaits,
    DoneInOwnEvent,
    OthersAsked,
    OwnActEnded,
    OwnRulingEnded,
)
from bot.notices.notice import Composed, on
from bot.rendering.own_events import own_cards
from bot.services.own_events import asking, own_reading
from bot.storage.database import Work


def _public_notice(work: Work, promise: Promise[DoneInOwnEvent]) -> Composed | None:
    view = own_reading.view(work, promise.saying.act)
    return None if view is None else lambda voice: own_cards.public_notice(view, voice)


def _others_asked(work: Work, promise: Promise[OthersAsked]) -> Composed | None:
    view = asking.view(work, promise.saying, promise.promised_at)
    return None if view is None else lambda voice: own_cards.others_asked(view, voice)


def _outcome(work: Work, promise: Promise[OwnActEnded]) -> Composed | None:
    view = own_reading.view(work, promise.saying.act)
    return None if view is None else lambda voice: own_cards.outcome(view, voice)


def _agreement(work: Work, promise: Promise[AgreementAsked]) -> Composed | None:
    """Nothing once it is over."""
    view = own_reading.ruling_view(work, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: own_cards.agreement(view, voice)


def _dispute(work: Work, promise: Promise[DisputeWaits]) -> Composed | None:
    """Nothing once it is over."""
    view = own_reading.ruling_view(work, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: own_cards.dispute(view, voice)


def _ruling_outcome(work: Work, promise: Promise[OwnRulingEnded]) -> Composed | None:
    view = own_reading.ruling_view(work, promise.saying.act)
    return None if view is None else lambda voice: own_cards.ruling_outcome(view, voice)


NOTICES: Final = dict(
    (
        on(DoneInOwnEvent, _public_notice),
        on(OwnActEnded, _outcome),
        on(OthersAsked, _others_asked),
        on(AgreementAsked, _agreement),
        on(DisputeWaits, _dispute),
        on(OwnRulingEnded, _ruling_outcome),
    )
)
