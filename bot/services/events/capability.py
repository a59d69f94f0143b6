"""What past events and a server's own rulebooks add to the core: second signatures, and approvals that wait."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.events.past_wishes import PastEventsWished
from bot.domain.permissions import Act
from bot.domain.signing.signatures import Signed
from bot.services.asked import Asked, Found
from bot.services.events import past_gate, rulebook_waits
from bot.services.hooks import DutyHooks
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.storage.context import Query


class OwnRulebooks(DutyHooks):
    """Files of a server that change an official event."""

    def duties(self, tx: Query, asked: Asked) -> Found:
        """What waits for the approval of who asks."""
        return rulebook_waits.guide(tx, asked)


class PastEvents(SigningHooks):
    """Files of events that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Files in which the sender plays, or that nobody of the committee has looked at."""
        return {
            Signed.PAST_EVENTS: SignedVerb(
                Act.DECIDE_TITLE, PastEventsWished, past_gate.agree, past_gate.tell, past_gate.about
            )
        }
