"""What events of the past add to second signatures."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.events.past_wishes import PastEventsWished
from bot.domain.permissions import Act
from bot.domain.signing.signatures import Signed
from bot.services.events import past_gate
from bot.services.signing.hooks import SignedVerb, SigningHooks


class PastEvents(SigningHooks):
    """Files of events that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Files in which the sender plays, or that nobody of the committee has looked at."""
        return {
            Signed.PAST_EVENTS: SignedVerb(
                Act.DECIDE_TITLE, PastEventsWished, past_gate.agree, past_gate.tell, past_gate.about
            )
        }
