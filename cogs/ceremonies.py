"""Ceremonies of an event: stated, attended, noted, and absence reprimanded (GO-23.6)."""

from __future__ import annotations

from bot.domain.events.ceremonies import Attendance
from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.rendering.events import ceremony_cards
from bot.rendering.layout import Card
from bot.services.events import ceremonies
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.forms import WHY
from cogs.moments import Moment, moment_meant
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import CEREMONY, NOTHING, PERSON
from cogs.takes import pair


@command("ceremony add", Act.STATE_CEREMONY)
async def add(press: Press, tournament: OpenEvent, name: str, when: Moment) -> Card:
    """States a ceremony."""
    view = await press.do(ceremonies.state, tournament, name, moment_meant(press, when))
    return ceremony_cards.desk(view, press.voice)


@command("ceremony list", Audience.EVERYBODY)
async def list_all(press: Press, tournament: AnyEvent) -> Card:
    """Shows the ceremonies of an event."""
    return ceremony_cards.all_of_event(await press.look(ceremonies.listing, tournament), press.voice)


@on_press("ceremony-here", CEREMONY, Audience.PLAYERS)
async def here(press: Press, ceremony_id: str) -> None:
    """Notes that the player is there."""
    await press.do(ceremonies.here, ceremony_id)
    await press.say("ceremonies.noted")


@on_press("ceremony", NOTHING, Act.NOTE_ATTENDANCE)
async def show_chosen(press: Press) -> Card:
    """Opens the attendance of a ceremony that was chosen."""
    return await show_desk(press, await press.read_choice(CEREMONY))


@on_press("ceremony-desk", CEREMONY, Act.NOTE_ATTENDANCE)
async def show_desk(press: Press, ceremony_id: str) -> Card:
    """Opens the attendance of one ceremony."""
    return ceremony_cards.desk(await press.do(ceremonies.desk, ceremony_id), press.voice)


@on_press("ceremony-present", CEREMONY, Act.NOTE_ATTENDANCE, update=True)
async def present(press: Press, ceremony_id: str) -> Card:
    """Notes a player as there."""
    return await _note(press, ceremony_id, Attendance.PRESENT)


@on_press("ceremony-excused", CEREMONY, Act.NOTE_ATTENDANCE, update=True)
async def excuse(press: Press, ceremony_id: str) -> Card:
    """Notes a player as absent with good reason."""
    return await _note(press, ceremony_id, Attendance.EXCUSED)


@on_press("ceremony-off", CEREMONY, Act.STATE_CEREMONY)
async def call_off(press: Press, ceremony_id: str) -> None:
    """Calls the ceremony off."""
    await press.do(ceremonies.call_off, ceremony_id)
    await press.say("ceremonies.is_off")


@on_press("reprimand", CEREMONY, Act.REPRIMAND)
async def reprimand(press: Press, ceremony_id: str) -> None:
    """Asks for the reason of a reprimand."""
    person_id = await press.read_choice(PERSON)
    await press.open_form(f"reprimand-why:{ceremony_id}.{person_id}", "ceremonies.reprimand", WHY)


@on_press("reprimand-why", pair(CEREMONY, PERSON), Act.REPRIMAND)
async def reprimand_why(press: Press, ceremony_id: str, person_id: PersonId) -> None:
    """Gives the reprimand, in public."""
    await press.do(ceremonies.reprimand, ceremony_id, person_id, press.text("why"))
    await press.say("ceremonies.reprimand_given")


async def _note(press: Press, ceremony_id: str, attendance: Attendance) -> Card:
    view = await press.do(ceremonies.note, ceremony_id, await press.read_choice(PERSON), attendance)
    return ceremony_cards.desk(view, press.voice)
