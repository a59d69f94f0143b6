"""What acts about the own event add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, PersonId
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
from bot.storage.database import Work


class OwnEvents(StepHooks, SigningHooks, EntryHooks, MatchHooks):
    """Acts of who plays in the event: rulings that wait for the opponent, and what waits for a signature."""

    def takers(self) -> Mapping[str, Taker]:
        """The time to agree is over."""
        return {"own-act": agreeing.take}

    def after_outage(self, work: Work, occasion: Occasion, outage: Outage, *, is_news: bool) -> None:
        """The opponent has as much longer."""
        del occasion, is_news
        agreeing.after_outage(work, outage)

    def after_pause(self, work: Work, occasion: Occasion, tournament: Tournament) -> None:
        """As after an outage."""
        del occasion
        agreeing.after_pause(work, tournament)

    def came_to_play(self, work: Work, occasion: Occasion, tournament: Tournament, person_id: PersonId) -> None:
        """What they had decided about the event is told."""
        beforehand.tell(work, occasion, tournament, person_id)

    def follow_dispute(self, work: Work, occasion: Occasion, followed: Followed) -> None:
        """In the match of who runs the event, the dispute waits for another person."""
        undecided.wait(work, occasion, followed)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """What was asked for is done; no office comes first for an event."""
        whats = (_what_is_told, acting.about, EVENT_WAITS_FOR)
        verb = SignedVerb(Act.CANCEL_TOURNAMENT, OwnEventWished, acting.carry_out_signed, *whats)
        return {Signed.OWN_EVENT: verb}


def _what_is_told(work: Work, signature: Signature, wish: OwnEventWished) -> object:
    del signature
    return own_reading.view(work, wish.act_id)
