"""The panel that sets a server up. Each press decides one thing at once, so a restart in the middle loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.community import Community, Place
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.setup_views import Named, Officers, Page, SetupView
from bot.domain.time_zones import suggest_zones
from bot.i18n import Voice
from bot.rendering import setup_cards
from bot.rendering.layout import Card, rendered
from bot.services import setup as setup_service
from bot.services.registry import officers as officers_service
from cogs import rooms
from cogs.answering import Interaction, acknowledge, answer, presser_of, update, voice_of
from cogs.health import server_seen
from cogs.routing import Form, chosen, fields, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

MOST_ARBITERS = 25
"""What one menu lets choose at once."""
NO_TITLE = "none"


@on_press("setup")
@on_press("setup-page")
async def turn(interaction: Interaction, subject: str) -> None:
    """Shows a page of the panel, as things are now."""
    view = await interaction.client.house.ask(
        setup_service.examine, presser_of(interaction), interaction.client.house.clock()
    )
    await show(interaction, view, Page(subject))


@on_press("setup-language")
async def language(interaction: Interaction, subject: str) -> None:
    """Takes the language that was chosen."""
    picked = chosen(interaction)[0]
    view = await interaction.client.house.do(setup_service.choose_language, presser_of(interaction), picked)
    await show(interaction, view, Page.TIME)


@on_press("setup-zone")
async def zone(interaction: Interaction, subject: str) -> None:
    """Takes one of the likely time zones."""
    picked = chosen(interaction)[0]
    view = await interaction.client.house.do(setup_service.choose_zone, presser_of(interaction), picked)
    await show(interaction, view, Page.TIME)


@on_press("setup-city")
async def another_zone(interaction: Interaction, subject: str) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    voice = voice_of(interaction)
    form = Form("setup-city-named:", voice.say("setup.another_zone"))
    form.ask("city", voice.say("setup.city"), description=voice.say("setup.city_example"), limit=64)
    await interaction.response.send_modal(form)


@on_press("setup-city-named")
async def city(interaction: Interaction, subject: str) -> None:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    typed = text_of(interaction, "city")
    likely = suggest_zones(typed)
    view = await interaction.client.house.do(
        setup_service.choose_zone, presser_of(interaction), likely[0] if len(likely) == 1 else typed
    )
    await show(interaction, view, Page.TIME)


@on_press("setup-channel")
async def channel(interaction: Interaction, subject: str) -> None:
    """Takes the channel that was chosen for a place."""
    named = {Place(subject): ChannelId(int(chosen(interaction)[0]))}
    view = await interaction.client.house.do(setup_service.name_channels, presser_of(interaction), named)
    await show(interaction, view, Page.PLACES)


@on_press("setup-role")
async def role(interaction: Interaction, subject: str) -> None:
    """Takes the organisers' role."""
    picked = RoleId(int(chosen(interaction)[0]))
    view = await interaction.client.house.do(setup_service.name_role, presser_of(interaction), picked)
    await show(interaction, view, Page.PLACES)


@on_press("setup-create")
async def create(interaction: Interaction, subject: str) -> None:
    """Creates the channels and the role that are missing, and takes them."""
    presser, house = presser_of(interaction), interaction.client.house
    view = await house.ask(setup_service.examine, presser, house.clock())
    rooms.refuse_without_rights(server_seen(interaction))
    await acknowledge(interaction, thinking=False)
    view = await rooms.create_missing(interaction, view, server_seen(interaction))
    await show(interaction, view, Page.PLACES)


@on_press("setup-finish")
async def finish(interaction: Interaction, subject: str) -> None:
    """Ends the setup, and says what is still missing and what comes next."""
    view = await interaction.client.house.do(setup_service.finish, presser_of(interaction))
    await show(interaction, view, Page.CHECK)


@on_press("setup-officers")
async def ask_officers(interaction: Interaction, subject: str) -> None:
    """Opens the form in which the server's owner names officers."""
    presser, house = presser_of(interaction), interaction.client.house
    present = await house.ask(officers_service.naming, presser)
    await interaction.response.send_modal(_naming_form(present, voice_of(interaction)))


@on_press("setup-officers-named")
async def name_officers(interaction: Interaction, subject: str) -> None:
    """Gives the offices and titles, publicly, and opens the committee's channel to who holds one."""
    presser, house, voice = presser_of(interaction), interaction.client.house, voice_of(interaction)
    before = await house.ask(officers_service.present, presser.guild_id)
    after = await house.do(officers_service.name, presser, _named(interaction))
    await acknowledge(interaction, thinking=False)
    view = await house.ask(setup_service.view, presser.guild_id, house.clock())
    opened = await rooms.open_committee(interaction, view.community, before, after)
    said = voice.say("setup.officers_done" if opened else "setup.committee_closed")
    await show(interaction, view, Page.OFFICERS, said)


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
    titles.add_option(label=voice.say("setup.no_title"), value=NO_TITLE)
    form.add_item(_label(voice, "title", titles))
    return form


def _label(
    voice: Voice, name: str, picker: discord.ui.UserSelect[Form] | discord.ui.Select[Form]
) -> discord.ui.Label[Form]:
    label, why = voice.say(f"setup.form.{name}"), voice.say(f"setup.form_why.{name}")
    return discord.ui.Label(text=label[:45], description=why[:100], component=picker)


def _named(interaction: Interaction) -> Named:
    """What the form says, with the names that Discord sent along; raises a UserError where it cannot be meant so."""
    filled, names = fields(interaction), _names(interaction)
    picked = {name: [MemberId(int(one)) for one in value] for name, value in filled.items() if name != "title"}
    title = next(iter(filled.get("title", ())), None)
    arbiters = {member: names[member] for member in picked.get("arbiters", [])}
    if arbiters and title is None:
        raise setup_service.TitleMissing
    return Named(
        offices={office: (one, names[one]) for office in Office for one in picked.get(office, [])},
        arbiters=arbiters,
        title=None if title in {None, NO_TITLE} else ArbiterTitle(title),
    )


def _names(interaction: Interaction) -> dict[MemberId, str]:
    """By what name the server knows the members who were chosen; raises BotHoldsNoOffice."""
    resolved = dict(interaction.data or {}).get("resolved")
    users = resolved.get("users", {}) if isinstance(resolved, dict) else {}
    members = resolved.get("members", {}) if isinstance(resolved, dict) else {}
    if any(user.get("bot") for user in users.values()):
        raise officers_service.BotHoldsNoOffice
    return {
        MemberId(int(key)): members.get(key, {}).get("nick") or user.get("global_name") or user["username"]
        for key, user in users.items()
    }


async def show(interaction: Interaction, view: SetupView, page: Page, note: str | None = None) -> None:
    """Answers with a page of the panel, in place of the one that was pressed, and lets the bot know the settings."""
    remember(interaction, view.community)
    card = setup_cards.panel(
        view, server_seen(interaction), page, interaction.client.house.clock(), voice_of(interaction)
    )
    await _answer(interaction, setup_cards.with_note(card, note) if note else card)


async def _answer(interaction: Interaction, card: Card) -> None:
    if interaction.response.is_done():
        message = rendered(card)
        await interaction.edit_original_response(view=message.view, allowed_mentions=message.allowed_mentions)
    elif interaction.message is not None:
        await update(interaction, card)
    else:
        await answer(interaction, card)


def remember(interaction: Interaction, community: Community) -> None:
    """The settings by which presses are read (language, organisers' role) are these from now on."""
    interaction.client.communities[community.guild_id] = community


async def zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Time zones for what was typed so far."""
    return [app_commands.Choice(name=name, value=name) for name in suggest_zones(typed)]


class Setup(commands.Cog):
    """The one command with which a server begins, and comes back to change something."""

    @app_commands.command(name="setup", description="commands.setup")
    @app_commands.describe(time_zone="commands.setup_time_zone")
    @app_commands.autocomplete(time_zone=zones)
    @app_commands.guild_only()
    async def setup(self, interaction: Interaction, time_zone: str | None = None) -> None:
        """Opens the panel where it was left, or at its beginning."""
        presser, bot = presser_of(interaction), interaction.client
        owner = MemberId(interaction.guild.owner_id or 0) if interaction.guild else presser.member_id
        spoken = Voice.for_discord(str(interaction.guild_locale), bot.ports.language).locale
        view = await bot.house.do(setup_service.begin, presser, owner, spoken, bot.ports.time_zone)
        if time_zone is not None:
            view = await bot.house.do(setup_service.choose_zone, presser, time_zone)
        await show(interaction, view, Page.TIME if view.community.set_up_at is None else Page.CHECK)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Setup())
