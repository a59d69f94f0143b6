"""What the comparison bots share: their address from the environment, a clean end, a command and a button."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Callable

import discord
import yarl
from discord import app_commands

from wire.addresses import API_BASE_VARIABLE, GATEWAY_VARIABLE, TOKEN_VARIABLE

Respond = Callable[[discord.Interaction[discord.Client]], Awaitable[None]]


class CheckInButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"check-in:(?P<event>[a-z0-9]+)"
):
    """A button that survives a restart; the press is answered by what `respond` is set to."""

    respond: Respond

    def __init__(self, event: str) -> None:
        super().__init__(discord.ui.Button(label="Check in", custom_id=f"check-in:{event}"))

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[discord.Client],
        _item: discord.ui.Item[discord.ui.View],
        match: re.Match[str],
    ) -> CheckInButton:
        """The button as a press finds it."""
        return cls(match["event"])

    async def callback(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Answer the press."""
        await type(self).respond(interaction)


class ComparisonBot(discord.Client):
    """A client with `/check-in` and `/panel`, and nothing else."""

    def __init__(self, respond: Respond) -> None:
        # The flags that Arbiter has, too.
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.respond = respond

    async def setup_hook(self) -> None:
        """Register both commands and the button."""

        @self.tree.command(name="check-in", description="Check in")
        async def check_in(interaction: discord.Interaction[discord.Client]) -> None:
            await self.respond(interaction)

        @self.tree.command(name="panel", description="A message with a Check in button")
        async def panel(interaction: discord.Interaction[discord.Client]) -> None:
            await interaction.response.send_message("Check in here.", view=_panel())

        CheckInButton.respond = self.respond
        self.add_dynamic_items(CheckInButton)
        await self.tree.sync()


def _panel() -> discord.ui.View:
    return discord.ui.View(timeout=None).add_item(CheckInButton("event"))


async def _serve(client: discord.Client) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with client:
        running = asyncio.create_task(client.start(os.environ[TOKEN_VARIABLE]))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        await client.close()
        stopping.cancel()
        await running


def serve(respond: Respond) -> None:
    """Run a comparison bot against the addresses in the environment until SIGTERM."""
    discord.http.Route.BASE = os.environ[API_BASE_VARIABLE]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY_VARIABLE])
    asyncio.run(_serve(ComparisonBot(respond)))
