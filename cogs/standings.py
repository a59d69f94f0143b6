"""The table of an event, and why somebody stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import EntrantId, GuildId, MemberId, TournamentId
from bot.rendering.events import round_cards, standings_cards
from bot.rendering.layout import Card
from bot.services.events import rounds, standings_reading
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import all_tournaments, players, tournament_meant
from cogs.routing import chosen, on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("standings")
async def standings(interaction: Interaction, subject: str) -> None:
    """Shows the table as it stands, to the presser."""
    await answer(interaction, await _table(interaction, subject, 0))


@on_press("standings-page")
async def turn(interaction: Interaction, subject: str) -> None:
    """Turns to another page of the table, in the message that was pressed."""
    tournament_id, _, page = subject.partition("/")
    await update(interaction, await _table(interaction, tournament_id, int(page) if page.isdecimal() else 0))


@on_press("standings-why")
async def why(interaction: Interaction, subject: str) -> None:
    """Explains the place of whoever was chosen."""
    await _explain(interaction, subject, "".join(chosen(interaction)))


async def _explain(interaction: Interaction, tournament_id: str, entrant_id: str) -> None:
    view = await interaction.client.house.ask(
        standings_reading.why,
        GuildId(interaction.guild_id or 0),
        TournamentId(tournament_id),
        EntrantId(entrant_id),
    )
    await answer(interaction, standings_cards.explained(view, voice_of(interaction)))


async def _table(interaction: Interaction, subject: str, page: int) -> Card:
    house, tournament_id, voice = interaction.client.house, TournamentId(subject), voice_of(interaction)
    guild_id, member_id = GuildId(interaction.guild_id or 0), MemberId(interaction.user.id)
    view, reader = await house.ask(standings_reading.standings_for, guild_id, tournament_id, member_id)
    card = standings_cards.standings(view, reader, page, voice)
    coming = await house.ask(rounds.coming_for, presser_of(interaction), tournament_id)
    return round_cards.offered(card, coming, voice)


@app_commands.guild_only()
class Standings(commands.GroupCog, group_name="standings", group_description="commands.standings"):
    """The same by command."""

    @app_commands.command(name="show", description="commands.standings_show")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def show(self, interaction: Interaction, tournament: str) -> None:
        """Shows the table as it stands."""
        await standings(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="why", description="commands.standings_why")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.standings_player")
    @app_commands.autocomplete(tournament=all_tournaments, player=players)
    async def why_command(self, interaction: Interaction, tournament: str, player: str) -> None:
        """Explains every value of a player, round by round."""
        await _explain(interaction, await tournament_meant(interaction, tournament), player)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Standings())
