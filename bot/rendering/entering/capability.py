"""What seats add to the cards of the core."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.entering.seat_wishes import SeatTold
from bot.i18n import Voice
from bot.rendering.entering.seat_cards import event_name
from bot.rendering.people import mention
from bot.rendering.signing.hooks import WishCards
from bot.rendering.text import quoted_block

_REASON_SHOWN = 300


class SeatCards(WishCards):
    """The words of a seat that waits for a signature."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Who would get or lose which seat, and why."""
        if not isinstance(told, SeatTold):
            return None
        said = voice.say(f"seats.wish_{told.deed}", name=mention(told.person), event=event_name(told.event, voice))
        return said, quoted_block(told.reason, _REASON_SHOWN)
