"""What past events add to second signatures, and what they say in channels: brought, taken back, agreed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.features.past_events import cards, drafts_verbs, verbs
from bot.features.past_events.model import PastEventsWished
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.promises_model import EventsBrought, EventsTakenBack, PastEventsAgreed
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.server.model import Act


class PastEvents(SigningHooks):
    """Files of events that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Files in which the sender plays, or that nobody of the committee has looked at."""
        return {
            Signed.PAST_EVENTS: SignedVerb(Act.DECIDE_TITLE, PastEventsWished, verbs.agree, verbs.tell, verbs.about)
        }


# --- messages -------------------------------------------------------------------------------------------------------


def _events_brought(tx: Query, promise: Promise[EventsBrought]) -> Composed | None:
    view = drafts_verbs.brought_view(tx, promise.message.bringing_id)
    if view is None or view.bringing.taken_back_at is not None:
        return None
    return lambda translator: cards.announcement(view, translator)


def _past_events_agreed(tx: Query, promise: Promise[PastEventsAgreed]) -> Composed | None:
    signature_id = promise.message.signature_id
    return (
        None
        if signing_verbs.view(tx, signature_id, promise.promised_at) is None
        else (lambda translator: cards.agreement(signature_id, translator))
    )


def _events_taken_back(tx: Query, promise: Promise[EventsTakenBack]) -> Composed | None:
    view = drafts_verbs.brought_view(tx, promise.message.bringing_id)
    return None if view is None else lambda translator: cards.withdrawal(view, translator)


NOTICES: Final = dict(
    (
        on(EventsBrought, _events_brought),
        on(PastEventsAgreed, _past_events_agreed),
        on(EventsTakenBack, _events_taken_back),
    )
)
