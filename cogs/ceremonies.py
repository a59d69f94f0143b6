"""Ceremonies of an event: stated, attended, noted, and absence reprimanded (GO-23.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.events.ceremonies import Attendance
from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.rendering.events import ceremony_cards
from bot.services.events import ceremonies
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.moments import moment_meant
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import CEREMONY, NOTHING, PERSON, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("ceremony-here", CEREMONY, Audience.PLAYERS)
async def here(press: Press, ceremony_id: str) -> None:
    """Notes that the player is there."""
    await press.do(ceremonies.here, ceremony_id)
    await press.say("ceremonies.noted")


@on_press("ceremony", NOTHING, Act.NOTE_ATTENDANCE)
async def show(press: Press, _: None) -> None:
    """Opens the attendance of a ceremony that was chosen."""

    view = await press.do(ceremonies.desk, await press.picked(CEREMONY))
    await press.answer(ceremony_cards.desk(view, press.voice))


@on_press("ceremony-desk", CEREMONY, Act.NOTE_ATTENDANCE)
async def show_desk(press: Press, ceremony_id: str) -> None:
    """Opens the attendance of one ceremony."""
    view = await press.do(ceremonies.desk, ceremony_id)
    await press.answer(ceremony_cards.desk(view, press.voice))


@on_press("ceremony-present", CEREMONY, Act.NOTE_ATTENDANCE)
async def present(press: Press, ceremony_id: str) -> None:
    """Notes a player as there."""
    await _note(press, ceremony_id, Attendance.PRESENT)


@on_press("ceremony-excused", CEREMONY, Act.NOTE_ATTENDANCE)
async def excused(press: Press, ceremony_id: str) -> None:
    """Notes a player as absent with good reason."""
    await _note(press, ceremony_id, Attendance.EXCUSED)


@on_press("ceremony-off", CEREMONY, Act.STATE_CEREMONY)
async def call_off(press: Press, ceremony_id: str) -> None:
    """Calls the ceremony off."""
    await press.do(ceremonies.call_off, ceremony_id)
    await press.say("ceremonies.is_off")


@on_press("reprimand", CEREMONY, Act.REPRIMAND)
async def reprimand(press: Press, ceremony_id: str) -> None:
    """Asks for the reason of a reprimand."""
    voice = press.voice
    who = await press.picked(PERSON)
    form = Form(f"reprimand-why:{ceremony_id}.{who}", voice.say("ceremonies.reprimand"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("reprimand-why", pair(CEREMONY, PERSON), Act.REPRIMAND)
async def reprimand_why(press: Press, meant: tuple[str, PersonId]) -> None:
    """Gives the reprimand, in public."""
    ceremony_id, person_id = meant
    why = press.text("why")
    await press.do(ceremonies.reprimand, ceremony_id, person_id, why)
    await press.say("ceremonies.reprimand_given")


async def _note(press: Press, ceremony_id: str, attendance: Attendance) -> None:
    who = await press.picked(PERSON)
    view = await press.do(ceremonies.note, ceremony_id, who, attendance)
    await press.update(ceremony_cards.desk(view, press.voice))


@app_commands.guild_only()
class Ceremonies(commands.GroupCog, group_name="ceremony", group_description="commands.ceremony"):
    """`/ceremony`."""

    @app_commands.command(name="add", description="commands.ceremony_add")
    @app_commands.describe(
        tournament="commands.ceremony_tournament", name="commands.ceremony_name", when="commands.ceremony_when"
    )
    @by_command(Act.STATE_CEREMONY)
    async def add(self, press: Press, tournament: OpenEvent, name: str, when: str) -> None:
        """States a ceremony."""
        view = await press.do(ceremonies.state, tournament, name, moment_meant(press, when))
        await press.answer(ceremony_cards.desk(view, press.voice))

    @app_commands.command(name="list", description="commands.ceremony_list")
    @app_commands.describe(tournament="commands.ceremony_tournament")
    @by_command(Audience.EVERYBODY)
    async def list_command(self, press: Press, tournament: AnyEvent) -> None:
        """Shows the ceremonies of an event."""
        found = await press.look(ceremonies.listing, tournament)
        await press.answer(ceremony_cards.all_of_event(found, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Ceremonies())
