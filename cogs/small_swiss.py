"""Taking a round robin for few players in the place of a Swiss (GO-26.2)."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import small_swiss_cards
from bot.rendering.layout import Card
from bot.services.events import small_swiss
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT


@on_press("round-robin", EVENT, Act.CHANGE_FORMAT, update=True)
async def take(press: Press, tournament_id: TournamentId) -> Card:
    """Takes it; everybody is told in the announcements."""
    return small_swiss_cards.change_of_format(await press.do(small_swiss.take, tournament_id), press.panel_voice)


@on_press("round-robin-now", EVENT, Act.CHANGE_FORMAT)
async def take_called(press: Press, tournament_id: TournamentId) -> Card:
    """Takes it from a call, which stays as it is."""
    return await take(press, tournament_id)
