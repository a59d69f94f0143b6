"""What acts about the own event add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.outages import Outage
from bot.domain.own_events.own_acts import OwnEventWished
from bot.domain.permissions import Act
from bot.domain.signing.signatures import EVENT_WAITS_FOR, Signature, Signed
from bot.services.entering.hooks import EntryHooks
from bot.services.hooks import StepHooks, Taker
from bot.services.own_events import acting, agreeing, beforehand, own_reading, undecided
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.storage.context import Query, Tx


class OwnEvents(StepHooks, SigningHooks, EntryHooks, MatchHooks):
    """Acts of who plays in the event: rulings that wait for the opponent, and what waits for a signature."""

    def takers(self) -> Mapping[str, Taker]:
        """The time to agree is over."""
        return {"own-act": agreeing.take}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """The opponent has as much longer."""
        del is_news
        agreeing.after_outage(tx, outage)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """As after an outage."""
        agreeing.after_pause(tx, tournament)

    def came_to_play(self, tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
        """What they had decided about the event is told."""
        beforehand.tell(tx, tournament, person_id)

    def follow_dispute(self, tx: Tx, followed: Followed) -> None:
        """In the match of who runs the event, the dispute waits for another person."""
        undecided.wait(tx, followed)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """What was asked for is done; no office comes first for an event."""
        whats = (_what_is_told, acting.about, EVENT_WAITS_FOR)
        verb = SignedVerb(Act.CANCEL_TOURNAMENT, OwnEventWished, acting.carry_out_signed, *whats)
        return {Signed.OWN_EVENT: verb}


def _what_is_told(tx: Query, signature: Signature, wish: OwnEventWished) -> object:
    del signature
    return own_reading.view(tx, wish.act_id)
