"""The least that a discord.py bot can be: it answers with a constant. `python -m benchmarks.presses.bare`."""

from __future__ import annotations

import discord

from benchmarks.presses.comparison import serve


async def respond(interaction: discord.Interaction[discord.Client]) -> None:
    """Answer at once."""
    await interaction.response.send_message("You are checked in.", ephemeral=True)


if __name__ == "__main__":
    serve(respond)
