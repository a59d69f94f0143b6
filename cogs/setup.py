"""The panel that sets a server up. Each press decides one thing at once, so a restart in the middle loses nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.community import Place
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.setup_views import Named, Officers, Page, SetupView
from bot.domain.time_zones import suggest_zones
from bot.i18n import Voice
from bot.i18n.catalogue import LOCALES
from bot.rendering import setup_cards
from bot.services import setup as setup_service
from bot.services.registry import officers as officers_service
from cogs import rooms
from cogs.audience import Audience
from cogs.health import server_seen
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.subjects import NOTHING, SNOWFLAKE, among, one_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

MOST_ARBITERS = 25
"""What one menu lets choose at once."""


SETUP_PAGE = one_of(Page)
LANGUAGE = among({locale: locale for locale in LOCALES})


@on_press("setup", SETUP_PAGE, Act.SET_UP)
@on_press("setup-page", SETUP_PAGE, Act.SET_UP)
async def turn(press: Press, page: Page) -> None:
    """Shows a page of the panel, as things are now."""
    view = await press.ask(setup_service.examine, press.now)
    await show(press, view, page)


@on_press("setup-language", NOTHING, Act.SET_UP)
async def language(press: Press, _: None) -> None:
    """Takes the language that was chosen."""
    picked = await press.picked(LANGUAGE)
    view = await press.do(setup_service.choose_language, picked)
    await show(press, view, Page.TIME)


@on_press("setup-zone", NOTHING, Act.SET_UP)
async def zone(press: Press, _: None) -> None:
    """Takes one of the likely time zones."""
    picked = press.choice()
    view = await press.do(setup_service.choose_zone, picked)
    await show(press, view, Page.TIME)


@on_press("setup-city", NOTHING, Act.SET_UP)
async def another_zone(press: Press, _: None) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    voice = press.voice
    form = Form("setup-city-named:", voice.say("setup.another_zone"))
    form.ask("city", voice.say("setup.city"), description=voice.say("setup.city_example"), limit=64)
    await press.form(form)


@on_press("setup-city-named", NOTHING, Act.SET_UP)
async def city(press: Press, _: None) -> None:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    typed = press.text("city")
    likely = suggest_zones(typed)
    view = await press.do(setup_service.choose_zone, likely[0] if len(likely) == 1 else typed)
    await show(press, view, Page.TIME)


@on_press("setup-channel", one_of(Place), Act.SET_UP)
async def channel(press: Press, place: Place) -> None:
    """Takes the channel that was chosen for a place."""
    named = {place: ChannelId(await press.picked(SNOWFLAKE))}
    view = await press.do(setup_service.name_channels, named)
    await show(press, view, Page.PLACES)


@on_press("setup-role", NOTHING, Act.SET_UP)
async def role(press: Press, _: None) -> None:
    """Takes the organisers' role."""
    picked = RoleId(await press.picked(SNOWFLAKE))
    view = await press.do(setup_service.name_role, picked)
    await show(press, view, Page.PLACES)


@on_press("setup-create", NOTHING, Act.SET_UP)
async def create(press: Press, _: None) -> None:
    """Creates the channels and the role that are missing, and takes them."""
    await press.ask(setup_service.examine, press.now)
    rooms.refuse_without_rights(server_seen(press))
    await press.acknowledge(thinking=False)
    view = await rooms.create_missing(press)
    await show(press, view, Page.PLACES)


@on_press("setup-finish", NOTHING, Act.SET_UP)
async def finish(press: Press, _: None) -> None:
    """Ends the setup, and says what is still missing and what comes next."""
    view = await press.do(setup_service.finish)
    await show(press, view, Page.CHECK)


@on_press("setup-officers", NOTHING, Act.NAME_OFFICERS)
async def ask_officers(press: Press, _: None) -> None:
    """Opens the form in which the server's owner names officers."""
    present = await press.ask(officers_service.naming)
    await press.form(_naming_form(present, press.voice))


@on_press("setup-officers-named", NOTHING, Act.NAME_OFFICERS)
async def name_officers(press: Press, _: None) -> None:
    """Gives the offices and titles, publicly, and opens the committee's channel to who holds one."""
    voice = press.voice
    before = await press.look(officers_service.present)
    named = _named(press)
    after = await press.do(officers_service.name, replace(named, gone=await _gone(press, before, named)))
    await press.acknowledge(thinking=False)
    view = await press.look(setup_service.view, press.now)
    opened = await rooms.open_committee(press, view.community, before, after)
    said = voice.say("setup.officers_done" if opened else "setup.committee_closed")
    await show(press, view, Page.OFFICERS, said)


def _naming_form(present: Officers, voice: Voice) -> Form:
    form = Form("setup-officers-named:", voice.say("setup.name_officers"))
    for office in Office:
        holder = present.holder(office)
        member = [discord.Object(holder.discord_id, type=discord.User)] if holder and holder.discord_id else []
        picker = discord.ui.UserSelect[Form](custom_id=office.value, required=False, default_values=member)
        form.add_item(_label(voice, office.value, picker))
    many = discord.ui.UserSelect[Form](custom_id="arbiters", required=False, max_values=MOST_ARBITERS)
    form.add_item(_label(voice, "arbiters", many))
    titles = discord.ui.Select[Form](custom_id="title", required=False)
    for title in ArbiterTitle:
        titles.add_option(label=voice.say(f"setup.arbiter.{title.lower()}"), value=title.value)
    form.add_item(_label(voice, "title", titles))
    return form


def _label(
    voice: Voice, name: str, picker: discord.ui.UserSelect[Form] | discord.ui.Select[Form]
) -> discord.ui.Label[Form]:
    label, why = voice.say(f"setup.form.{name}"), voice.say(f"setup.form_why.{name}")
    return discord.ui.Label(text=label[:45], description=why[:100], component=picker)


def _named(press: Press) -> Named:
    """What the form says, with the names that Discord sent along; raises a UserError where it cannot be meant so."""
    filled, names = press.fields(), _names(press)
    picked = {name: _members(value, names) for name, value in filled.items() if name != "title"}
    title = next(iter(filled.get("title", ())), None)
    arbiters = {member: names[member] for member in picked.get("arbiters", [])}
    if arbiters and title is None:
        raise setup_service.TitleMissing
    return Named(
        offices={office: (one, names[one]) for office in Office for one in picked.get(office, [])},
        arbiters=arbiters,
        title=None if title not in set(ArbiterTitle) else ArbiterTitle(title),
    )


async def _gone(press: Press, before: Officers, named: Named) -> frozenset[MemberId]:
    """Those who would be followed in an office, as far as Discord finds them in the server no more."""
    held = [holder.discord_id for office in named.offices if (holder := before.holder(office)) is not None]
    followed = {one for one in held if one is not None} - {member for member, _ in named.offices.values()}
    return frozenset([one for one in followed if not await press.is_member(one)])


def _names(press: Press) -> dict[MemberId, str]:
    """By what name the server knows the members who were chosen; raises BotHoldsNoOffice."""
    people = press.people_chosen()
    if any(person.is_bot for person in people.values()):
        raise officers_service.BotHoldsNoOffice
    return {member: person.name for member, person in people.items()}


def _members(value: str | list[str], names: dict[MemberId, str]) -> list[MemberId]:
    return [member for member in names if str(member) in value]


async def show(press: Press, view: SetupView, page: Page, note: str | None = None) -> None:
    """Answers with a page of the panel, in place of the one that was pressed, and lets the bot know the settings."""
    press.remember(view.community)
    card = setup_cards.panel(view, server_seen(press), page, press.now, press.voice)
    await press.show(setup_cards.with_note(card, note) if note else card)


@suggests(Audience.EVERYBODY)
async def zones(press: Press, typed: str) -> Choices:
    """Time zones for what was typed so far."""
    return [app_commands.Choice(name=name, value=name) for name in suggest_zones(typed)]


class Setup(commands.Cog):
    """The one command with which a server begins, and comes back to change something."""

    @app_commands.command(name="setup", description="commands.setup")
    @app_commands.describe(time_zone="commands.setup_time_zone")
    @app_commands.autocomplete(time_zone=zones)
    @app_commands.guild_only()
    @by_command(Act.SET_UP)
    async def setup(self, press: Press, time_zone: str | None = None) -> None:
        """Opens the panel where it was left, or at its beginning."""
        owner = MemberId(press.guild.owner_id or 0)
        view = await press.do(setup_service.begin, owner, *press.usual_settings)
        if time_zone is not None:
            view = await press.do(setup_service.choose_zone, time_zone)
        await show(press, view, Page.TIME if view.community.set_up_at is None else Page.CHECK)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Setup())
