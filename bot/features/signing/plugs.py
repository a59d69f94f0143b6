"""What second signatures add: what waits for somebody's word, and the end of its time."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.signing import verbs
from bot.features.signing.model import SignatureWanted
from bot.features.tournaments.hooks import Asker, DutyHooks, Found, StepHooks, Taker
from bot.kernel.context import Query, Tx
from bot.kernel.outages import Outage
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel


class Signing(DutyHooks, StepHooks, DeliveryHooks):
    """Acts that wait for a second person."""

    def duties(self, tx: Query, asked: Asker) -> Found:
        """What waits for the signature of who asks."""
        return verbs.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """It lapses, or is carried out where nobody objected."""
        return {"signature": verbs.take}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """What waits, waits longer by it; its card says until when."""
        del is_news
        verbs.after_outage(tx, outage)

    def follows(self) -> Following:
        """The card with the buttons stands until it is over."""
        return dict((as_panel(SignatureWanted, lambda said: verbs.signature_subject(said.signature_id)),))
