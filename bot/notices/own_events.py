"""What is said of acts about the own event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from bot.domain.announcements import Promise
from bot.domain.own_events.sayings import (
    AgreementAsked,
    DisputeWaits,
    DoneInOwnEvent,
    OfOwnAct,
    OfOwnRuling,
    OthersAsked,
    OwnActEnded,
    OwnRulingEnded,
)
from bot.i18n import Voice
from bot.notices.notice import Composed, on
from bot.rendering.layout import Card
from bot.rendering.own_events import own_cards
from bot.services.own_events import asking, own_reading
from bot.storage.context import Query

View = TypeVar("View")


def _others_asked(tx: Query, promise: Promise[OthersAsked]) -> Composed | None:
    view = asking.view(tx, promise.saying, promise.promised_at)
    return None if view is None else lambda voice: own_cards.others_asked(view, voice)


def _notice(
    find: Callable[[Query, str], View | None], card: Callable[[View, Voice], Card]
) -> Callable[[Query, Promise[OfOwnAct | OfOwnRuling]], Composed | None]:
    """What is said of one act, as long as it is there."""

    def compose(tx: Query, promise: Promise[OfOwnAct | OfOwnRuling]) -> Composed | None:
        view = find(tx, promise.saying.act)
        return None if view is None else lambda voice: card(view, voice)

    return compose


def _agreement(tx: Query, promise: Promise[AgreementAsked]) -> Composed | None:
    """Nothing once it is over."""
    view = own_reading.ruling_view(tx, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: own_cards.agreement(view, voice)


def _dispute(tx: Query, promise: Promise[DisputeWaits]) -> Composed | None:
    """Nothing once it is over."""
    view = own_reading.ruling_view(tx, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: own_cards.dispute(view, voice)


NOTICES: Final = dict(
    (
        on(DoneInOwnEvent, _notice(own_reading.view, own_cards.public_notice)),
        on(OwnActEnded, _notice(own_reading.view, own_cards.outcome)),
        on(OthersAsked, _others_asked),
        on(AgreementAsked, _agreement),
        on(DisputeWaits, _dispute),
        on(OwnRulingEnded, _notice(own_reading.ruling_view, own_cards.ruling_outcome)),
    )
)
