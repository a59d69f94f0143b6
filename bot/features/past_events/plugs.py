"""What past events add to the hooks of an event."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.past_events import verbs
from bot.features.past_events.model import PastEventsWished
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.server.model import Act


class PastEvents(SigningHooks):
    """Files of events that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Files in which the sender plays, or that nobody of the committee has looked at."""
        return {
            Signed.PAST_EVENTS: SignedVerb(Act.DECIDE_TITLE, PastEventsWished, verbs.agree, verbs.tell, verbs.about)
        }
