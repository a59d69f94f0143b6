"""How cases are heard, under `/case settings`: the owner and the officers change it without organising anything."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.ids import ChannelId
from bot.domain.permissions import Act
from bot.domain.switches import Switch
from bot.rendering.cases import hearing_cards
from bot.rendering.layout import Card
from bot.services import hearings, switching
from cogs import rooms
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, SNOWFLAKE


@command("case settings", Act.SET_UP_HEARINGS)
async def show(press: Press) -> Card:
    """Shows the channel, the times and the commands of cases."""
    return hearing_cards.panel(await press.ask(hearings.examine), press.voice)


@on_press("hearings-channel", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def move_channel(press: Press) -> Card:
    """Takes the channel in which cases to come are read."""
    chosen = ChannelId(await press.read_choice(SNOWFLAKE))
    known = await press.ask(hearings.examine)
    gone = await rooms.find_deleted(press, known.community, Place.COMMITTEE)
    found = await press.do(hearings.move_channel, chosen, gone)
    press.remember(found.community)
    return hearing_cards.panel(found, press.voice)


@on_press("hearings-off", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def hide_commands(press: Press) -> Card:
    """Hides the commands of cases."""
    press.remember(await press.do(switching.switch_off, Switch.CASES))
    return hearing_cards.panel(await press.ask(hearings.examine), press.voice)


@on_press("hearings-on", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def show_commands(press: Press) -> Card:
    """Brings the commands of cases back."""
    press.remember(await press.do(switching.switch_on, Switch.CASES))
    return hearing_cards.panel(await press.ask(hearings.examine), press.voice)
