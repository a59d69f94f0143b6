"""What events of the past add to the card of an act that waits for a second person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.events.past_wishes import PastEventsTold
from bot.i18n import Voice
from bot.rendering.events.past_cards import wish_words
from bot.rendering.signing.hooks import WishCards


class PastEventCards(WishCards):
    """What files of past events would move."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Each event, and each rating that would move."""
        return wish_words(told, voice) if isinstance(told, PastEventsTold) else None
