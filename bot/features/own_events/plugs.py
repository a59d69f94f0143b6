"""What acts about the own event add to the core and to its cards, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    OwnActView,
    OwnEventWished,
    OwnRulingEnded,
)
from bot.features.playing.hooks import MatchHooks
from bot.features.playing.match_views_model import MatchContext
from bot.features.signing.cards import WishCards
from bot.features.signing.model import EVENT_WAITS_FOR, Signature, Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.hooks import EntryHooks, StepHooks, Taker
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise
from bot.layout.cards import Card, Composed, on
from bot.play.entries import Tournament
from bot.server.model import Act

# --- verbs ----------------------------------------------------------------------------------------------------------


class OwnEvents(StepHooks, SigningHooks, EntryHooks, MatchHooks):
    """Acts of who plays in the event: rulings that wait for the opponent, and what waits for a signature."""

    def takers(self) -> Mapping[str, Taker]:
        """The time to agree is over."""
        return {"own-act": verbs.take}

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """The opponent has as much longer."""
        del outage, is_news
        verbs.after_outage(tx, guild_id)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """As after an outage."""
        verbs.after_pause(tx, tournament)

    def came_to_play(self, tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
        """What they had decided about the event is told."""
        verbs.tell(tx, tournament, person_id)

    def follow_dispute(self, tx: Tx, match_context: MatchContext) -> None:
        """In the match of who runs the event, the dispute waits for another person."""
        verbs.wait(tx, match_context)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """What was asked for is done; no office comes first for an event."""
        whats = (_what_is_told, verbs.about, EVENT_WAITS_FOR)
        verb = SignedVerb(Act.CANCEL_TOURNAMENT, OwnEventWished, verbs.carry_out_signed, *whats)
        return {Signed.OWN_EVENT: verb}


def _what_is_told(tx: Query, signature: Signature, wish: OwnEventWished) -> object:
    del signature
    return verbs.view(tx, wish.act_id)


# --- cards ----------------------------------------------------------------------------------------------------------


class OwnEventCards(WishCards):
    """The words of an act about the own event that waits for a signature."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """What would be decided about which event, and why."""
        return cards.wish_words(told, translator) if isinstance(told, OwnActView) else None


# --- messages -------------------------------------------------------------------------------------------------------

View = TypeVar("View")


def _others_asked(tx: Query, promise: Promise[OthersAsked]) -> Composed | None:
    view = verbs.others_asked_view(tx, promise.message, promise.promised_at)
    return None if view is None else lambda translator: cards.others_asked(view, translator)


def _notice(
    find: Callable[[Query, str], View | None], card: Callable[[View, Translator], Card]
) -> Callable[[Query, Promise[OfOwnAct | OfOwnRuling]], Composed | None]:
    """What is said of one act, as long as it is there."""

    def compose(tx: Query, promise: Promise[OfOwnAct | OfOwnRuling]) -> Composed | None:
        view = find(tx, promise.message.act)
        return None if view is None else lambda translator: card(view, translator)

    return compose


def _agreement(tx: Query, promise: Promise[AgreementAsked]) -> Composed | None:
    """Nothing once it is over."""
    view = verbs.ruling_view(tx, promise.message.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda translator: cards.agreement(view, translator)


def _dispute(tx: Query, promise: Promise[DisputeWaits]) -> Composed | None:
    """Nothing once it is over."""
    view = verbs.ruling_view(tx, promise.message.act)
    if view is None or view.own_act.ended_at is not None:
        return None
    return lambda translator: cards.dispute(view, translator)


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
