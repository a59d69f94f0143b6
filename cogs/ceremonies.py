"""Ceremonies of an event: stated, attended, noted, and absence reprimanded (GO-23.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.events.ceremonies import Attendance
from bot.domain.ids import GuildId, PersonId
from bot.rendering.events import ceremony_cards
from bot.services.events import ceremonies
from cogs.answering import Interaction, answer, presser_of, say, update, voice_of
from cogs.choosing import all_tournaments, open_tournaments, tournament_meant
from cogs.moments import moment_meant
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("ceremony-here")
async def here(interaction: Interaction, subject: str) -> None:
    """Notes that the player is there."""
    await interaction.client.house.do(ceremonies.here, presser_of(interaction), subject)
    await say(interaction, "ceremonies.noted")


@on_press("ceremony")
async def show(interaction: Interaction, subject: str) -> None:
    """Opens the attendance of a ceremony that was chosen."""
    del subject
    view = await interaction.client.house.do(ceremonies.desk, presser_of(interaction), "".join(chosen(interaction)))
    await answer(interaction, ceremony_cards.desk(view, voice_of(interaction)))


@on_press("ceremony-desk")
async def show_desk(interaction: Interaction, subject: str) -> None:
    """Opens the attendance of one ceremony."""
    view = await interaction.client.house.do(ceremonies.desk, presser_of(interaction), subject)
    await answer(interaction, ceremony_cards.desk(view, voice_of(interaction)))


@on_press("ceremony-present")
async def present(interaction: Interaction, subject: str) -> None:
    """Notes a player as there."""
    await _note(interaction, subject, Attendance.PRESENT)


@on_press("ceremony-excused")
async def excused(interaction: Interaction, subject: str) -> None:
    """Notes a player as absent with good reason."""
    await _note(interaction, subject, Attendance.EXCUSED)


@on_press("ceremony-off")
async def call_off(interaction: Interaction, subject: str) -> None:
    """Calls the ceremony off."""
    await interaction.client.house.do(ceremonies.call_off, presser_of(interaction), subject)
    await say(interaction, "ceremonies.is_off")


@on_press("reprimand")
async def reprimand(interaction: Interaction, subject: str) -> None:
    """Asks for the reason of a reprimand."""
    voice = voice_of(interaction)
    form = Form(f"reprimand-why:{subject}.{''.join(chosen(interaction))}", voice.say("ceremonies.reprimand"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("reprimand-why")
async def reprimand_why(interaction: Interaction, subject: str) -> None:
    """Gives the reprimand, in public."""
    ceremony_id, _, person_id = subject.partition(".")
    presser, why = presser_of(interaction), text_of(interaction, "why")
    await interaction.client.house.do(ceremonies.reprimand, presser, ceremony_id, PersonId(person_id), why)
    await say(interaction, "ceremonies.reprimand_given")


async def _note(interaction: Interaction, ceremony_id: str, attendance: Attendance) -> None:
    presser, who = presser_of(interaction), PersonId("".join(chosen(interaction)))
    view = await interaction.client.house.do(ceremonies.note, presser, ceremony_id, who, attendance)
    await update(interaction, ceremony_cards.desk(view, voice_of(interaction)))


@app_commands.guild_only()
class Ceremonies(commands.GroupCog, group_name="ceremony", group_description="commands.ceremony"):
    """`/ceremony`."""

    @app_commands.command(name="add", description="commands.ceremony_add")
    @app_commands.describe(
        tournament="commands.ceremony_tournament", name="commands.ceremony_name", when="commands.ceremony_when"
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    async def add(self, interaction: Interaction, tournament: str, name: str, when: str) -> None:
        """States a ceremony."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        view = await interaction.client.house.do(
            ceremonies.state, presser, meant, name, moment_meant(interaction, when)
        )
        await answer(interaction, ceremony_cards.desk(view, voice_of(interaction)))

    @app_commands.command(name="list", description="commands.ceremony_list")
    @app_commands.describe(tournament="commands.ceremony_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def list_command(self, interaction: Interaction, tournament: str) -> None:
        """Shows the ceremonies of an event."""
        meant = await tournament_meant(interaction, tournament)
        found = await interaction.client.house.ask(ceremonies.listing, GuildId(interaction.guild_id or 0), meant)
        await answer(interaction, ceremony_cards.all_of_event(found, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Ceremonies())
