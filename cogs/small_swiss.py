"""Taking a round robin for few players in the place of a Swiss (GO-26.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import TournamentId
from bot.rendering.events import small_swiss_cards
from bot.services.events import small_swiss
from cogs.answering import Interaction, presser_of, update, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("round-robin")
async def take(interaction: Interaction, subject: str) -> None:
    """Takes it; everybody is told in the announcements."""
    after = await interaction.client.house.do(small_swiss.take, presser_of(interaction), TournamentId(subject))
    await update(interaction, small_swiss_cards.taken(after, voice_of(interaction)))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
