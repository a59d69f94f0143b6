"""What happens before anything that a person sent is looked at: is it new, were we away, and what does it prove."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.domain.announcements import Delivery
from bot.domain.ids import ChannelId, GuildId, MessageId
from bot.rendering.tracing import traced_promise
from bot.services import deliveries
from cogs.answering import Interaction

REMEMBERED: Final = 4096
"""Discord repeats an interaction within seconds, if at all: far fewer than these come in between."""


class Repeats:
    """Knows what came in before: Discord may bring the same interaction twice, and it is taken once."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def is_first(self, interaction_id: int) -> bool:
        """Whether this one has not come in yet; from now on it has."""
        if interaction_id in self._known:
            return False
        self._known[interaction_id] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return True


async def note_delivery(interaction: Interaction) -> None:
    """A press on a message proves that it was delivered, even where Discord answered with trouble when it was sent."""
    message, units = interaction.message, interaction.client.units
    outbox_id = None if message is None else traced_promise(message)
    if message is None or outbox_id is None or await units.ask(deliveries.is_noted, outbox_id):
        return
    guild_id = None if interaction.guild_id is None else GuildId(interaction.guild_id)
    stands = Delivery(outbox_id, ChannelId(message.channel.id), MessageId(message.id), message.created_at)
    await units.do(deliveries.proven, guild_id, stands)
