"""The button that every message of the outbox carries: it answers "what now?", and holds the message's own id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import discord

from bot.domain.ids import OutboxId
from bot.i18n import Voice
from bot.rendering.layout import AGAIN, Card, Press

ON_PANEL: Final = OutboxId("panel")
"""What the trace button holds once the message has become a panel: nothing looks for it any more."""
TRACED_BY: Final = "now"
"""The verb of the trace button."""
_VERB: Final = f"{TRACED_BY}:"


def trace_button(card: Card, outbox_id: OutboxId, voice: Voice) -> Card:
    """The card with the button at the end of its last row that has room, or in a row of its own.

    After a crash the message is found again by this button, since Discord keeps no nonce for long.
    """
    press = Press(f"{_VERB}{outbox_id}", voice.say("now.button"), emoji="🧭")
    *before, last = card.controls or ((),)
    if isinstance(last, tuple) and len(last) < 5:
        return replace(card, controls=(*before, (*last, press)))
    return replace(card, controls=(*card.controls, (press,)))


def traced_promise(message: discord.Message) -> OutboxId | None:
    """The promise that the message keeps, by its trace button; None for a panel, and for what is no promise."""
    for custom_id in _custom_ids(message.components):
        verb, _, subject = custom_id.partition(AGAIN)[0].partition(":")
        if f"{verb}:" == _VERB and subject and subject != ON_PANEL:
            return OutboxId(subject)
    return None


def _custom_ids(components: object) -> Iterator[str]:
    for component in components if isinstance(components, list) else ():
        yield str(getattr(component, "custom_id", None) or "")
        yield from _custom_ids(getattr(component, "children", None))
