"""What acts about the own event add to the cards of the core."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.own_events.own_views import OwnActView
from bot.i18n import Voice
from bot.rendering.own_events import own_cards
from bot.rendering.signing.hooks import WishCards


class OwnEventCards(WishCards):
    """The words of an act about the own event that waits for a signature."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """What would be decided about which event, and why."""
        return own_cards.wish_words(told, voice) if isinstance(told, OwnActView) else None
