"""What opening lists add to the card of an act that waits for a second person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.opening.own_rows import OwnRowTold
from bot.i18n import Voice
from bot.rendering.opening.preview_cards import own_row
from bot.rendering.signing.hooks import WishCards


class OpeningCards(WishCards):
    """What a list says of its own sender."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Each rating, title and office that the row gives."""
        return own_row(told, voice) if isinstance(told, OwnRowTold) else None
