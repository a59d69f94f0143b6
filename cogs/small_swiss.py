"""Taking a round robin for few players in the place of a Swiss (GO-26.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import small_swiss_cards
from bot.services.events import small_swiss
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("round-robin", EVENT, Act.EDIT_TOURNAMENT)
async def take(press: Press, tournament_id: TournamentId) -> None:
    """Takes it; everybody is told in the announcements."""
    after = await press.do(small_swiss.take, tournament_id)
    await press.update(small_swiss_cards.taken(after, press.voice))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
