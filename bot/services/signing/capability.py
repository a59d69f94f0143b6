"""What second signatures add: what waits for somebody's word, and the end of its time."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.outages import Outage
from bot.domain.signing.sayings import SignatureWanted
from bot.services.asked import Asked, Found
from bot.services.following import DeliveryHooks, Following, as_panel
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.signing import signatures
from bot.storage.context import Query, Tx


class Signing(DutyHooks, StepHooks, DeliveryHooks):
    """Acts that wait for a second person."""

    def duties(self, tx: Query, asked: Asked) -> Found:
        """What waits for the signature of who asks."""
        return signatures.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """It lapses, or is carried out where nobody objected."""
        return {"signature": signatures.take}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """What waits, waits longer by it; its card says until when."""
        del is_news
        signatures.after_outage(tx, outage)

    def follows(self) -> Following:
        """The card with the buttons stands until it is over."""
        return dict((as_panel(SignatureWanted, lambda said: signatures.signature_subject(said.signature_id)),))
