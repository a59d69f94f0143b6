"""What happens before anything that a person sent is looked at: is it new, what does it prove, where does it belong."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

import discord

from bot.domain.announcements import Delivery
from bot.domain.ids import ChannelId, GuildId, MessageId
from bot.domain.playing.summons import SETTLED_BY
from bot.errors import LeftServer, Restarting
from bot.rendering.tracing import traced_promise
from bot.services import deliveries, summons
from cogs.answering import Home, Interaction, bring_home
from cogs.press import Press
from cogs.takes import Takes

_DIGITS: Final = 19
"""Of the longest of Discord's ids."""
ANSWERING: Final = tuple(f"{verb}:" for verb in sorted(set(SETTLED_BY.values())))
"""How the buttons of a call of staff begin."""
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


def refuse_at_end(interaction: Interaction) -> None:
    """Raises Restarting where the bot is ending: what it cannot finish it does not begin."""
    if interaction.client.under_way.ends:
        raise Restarting


async def note_delivery(interaction: Interaction) -> None:
    """A press on a message proves that it was delivered, even where Discord answered with trouble when it was sent."""
    message, units = interaction.message, interaction.client.units
    if message is not None:
        interaction.client.cards.note_press(MessageId(message.id), interaction.created_at)
    outbox_id = None if message is None else traced_promise(message)
    if message is None or outbox_id is None or await units.ask(deliveries.is_noted, outbox_id):
        return
    guild_id = None if interaction.guild_id is None else GuildId(interaction.guild_id)
    stands = Delivery(outbox_id, ChannelId(message.channel.id), MessageId(message.id), message.created_at)
    await units.do(deliveries.proven, guild_id, stands)


async def heed_call(press: Press, custom_id: str) -> None:
    """A press on a call's button, once it was taken: its matter waits in silence no more."""
    message = press.interaction.message
    outbox_id = None if message is None else traced_promise(message)
    if outbox_id is not None and custom_id.startswith(ANSWERING):
        await press.do(summons.note_answer, outbox_id, custom_id)


async def find_home(interaction: Interaction, takes: Takes[Any], subject: str) -> None:
    """Finds out of which server a press on a letter is, and has it count there; raises LeftServer.

    What the press is about says it, else the letter itself, or the button, where it is on an answer to a press on it.
    Discord is asked who pressed as a member of that server, so that they may what they may there and no more. It is
    asked at each press: without the intent for members nobody tells the bot of a member who was removed or has lost a
    role, so an answer that was kept would let through what was taken away.
    """
    if interaction.guild_id is not None:
        return
    guild_id = await _guild_of_letter(interaction, takes, subject)
    guild = None if guild_id is None else interaction.client.get_guild(guild_id)
    if guild is None:
        return
    try:
        member = await guild.fetch_member(interaction.user.id)
    except discord.NotFound as left:
        raise LeftServer from left
    bring_home(interaction, Home(guild, member))


async def _guild_of_letter(interaction: Interaction, takes: Takes[Any], subject: str) -> GuildId | None:
    _, things = takes.read(subject)
    if things:
        return await interaction.client.whereabouts.guild_of(*things[0])
    if subject.isdecimal() and len(subject) <= _DIGITS:
        return GuildId(int(subject))
    outbox_id = None if interaction.message is None else traced_promise(interaction.message)
    return None if outbox_id is None else await interaction.client.units.ask(deliveries.guild_of, outbox_id)
