"""What is said of acts about the own event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from bot.features.own_events import cards, verbs
from bot.features.own_events.model import (
    AgreementAsked,
    DisputeWaits,
    DoneInOwnEvent,
    OfOwnAct,
    OfOwnRuling,
    OthersAsked,
    OwnActEnded,
    OwnRulingEnded,
)
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Card, Composed, on

View = TypeVar("View")


def _others_asked(tx: Query, promise: Promise[OthersAsked]) -> Composed | None:
    view = verbs.others_asked_view(tx, promise.saying, promise.promised_at)
    return None if view is None else lambda voice: cards.others_asked(view, voice)


def _notice(
    find: Callable[[Query, str], View | None], card: Callable[[View, Translator], Card]
) -> Callable[[Query, Promise[OfOwnAct | OfOwnRuling]], Composed | None]:
    """What is said of one act, as long as it is there."""

    def compose(tx: Query, promise: Promise[OfOwnAct | OfOwnRuling]) -> Composed | None:
        view = find(tx, promise.saying.act)
        return None if view is None else lambda voice: card(view, voice)

    return compose


def _agreement(tx: Query, promise: Promise[AgreementAsked]) -> Composed | None:
    """Nothing once it is over."""
    view = verbs.ruling_view(tx, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: cards.agreement(view, voice)


def _dispute(tx: Query, promise: Promise[DisputeWaits]) -> Composed | None:
    """Nothing once it is over."""
    view = verbs.ruling_view(tx, promise.saying.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda voice: cards.dispute(view, voice)


NOTICES: Final = dict(
    (
        on(DoneInOwnEvent, _notice(verbs.view, cards.public_notice)),
        on(OwnActEnded, _notice(verbs.view, cards.outcome)),
        on(OthersAsked, _others_asked),
        on(AgreementAsked, _agreement),
        on(DisputeWaits, _dispute),
        on(OwnRulingEnded, _notice(verbs.ruling_view, cards.ruling_outcome)),
    )
)
