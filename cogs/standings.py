"""The table of an event, and why somebody stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import EntrantId, TournamentId
from bot.rendering.events import round_cards, standings_cards
from bot.rendering.layout import Card
from bot.services.events import rounds, standings_reading
from cogs.audience import Audience
from cogs.choosing import AnyEvent, Player
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, PAGE, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("standings", EVENT, Audience.EVERYBODY)
async def standings(press: Press, tournament_id: TournamentId) -> None:
    """Shows the table as it stands, to the presser."""
    await press.answer(await _table(press, tournament_id, 0))


@on_press("standings-page", pair(EVENT, PAGE, "/"), Audience.EVERYBODY)
async def turn(press: Press, meant: tuple[TournamentId, int]) -> None:
    """Turns to another page of the table, in the message that was pressed."""
    tournament_id, page = meant
    await press.update(await _table(press, tournament_id, page))


@on_press("standings-why", EVENT, Audience.EVERYBODY)
async def why(press: Press, tournament_id: TournamentId) -> None:
    """Explains the place of whoever was chosen."""
    await _explain(press, tournament_id, await press.picked(ENTRANT))


async def _explain(press: Press, tournament_id: TournamentId, entrant_id: EntrantId) -> None:
    view = await press.look(
        standings_reading.why,
        tournament_id,
        entrant_id,
    )
    await press.answer(standings_cards.explained(view, press.voice))


async def _table(press: Press, tournament_id: TournamentId, page: int) -> Card:
    voice = press.voice
    member_id = press.member_id
    view, reader = await press.look(standings_reading.standings_for, tournament_id, member_id)
    card = standings_cards.standings(view, reader, page, voice)
    coming = await press.ask(rounds.coming_for, tournament_id)
    return round_cards.offered(card, coming, voice)


@app_commands.guild_only()
class Standings(commands.GroupCog, group_name="standings", group_description="commands.standings"):
    """The same by command."""

    @app_commands.command(name="show", description="commands.standings_show")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, tournament: AnyEvent) -> None:
        """Shows the table as it stands."""
        await standings(press, tournament)

    @app_commands.command(name="why", description="commands.standings_why")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.standings_player")
    @by_command(Audience.EVERYBODY)
    async def why_command(self, press: Press, tournament: AnyEvent, player: Player) -> None:
        """Explains every value of a player, round by round."""
        await _explain(press, tournament, player)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Standings())
