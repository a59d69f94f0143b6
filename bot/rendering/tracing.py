"""The button that every message of the outbox carries: it answers "what now?", and holds the message's own id."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.ids import OutboxId
from bot.i18n import Voice
from bot.rendering.layout import Card, Press


def trace_button(card: Card, outbox_id: OutboxId, voice: Voice) -> Card:
    """The card with the button at the end of its last row that has room, or in a row of its own.

    After a crash the message is found again by this button, since Discord keeps no nonce for long.
    """
    press = Press(f"now:{outbox_id}", voice.say("now.button"), emoji="🧭")
    *before, last = card.controls or ((),)
    if isinstance(last, tuple) and len(last) < 5:
        return replace(card, controls=(*before, (*last, press)))
    return replace(card, controls=(*card.controls, (press,)))
