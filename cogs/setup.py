"""The panel that sets a server up, and creating the channels and the role that it lacks.

Each press decides one thing at once, so a restart in the middle loses nothing. Each channel and role has the rights
that its use asks for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated

import discord
from discord import PermissionOverwrite

from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.setup import cards as setup_cards
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.countries import suggest_zones
from bot.kernel.errors import Refused, RefusedAt
from bot.kernel.ids import ChannelId, Community, MemberId, Place, RoleId, Switch, Theme
from bot.layout.cards import Card
from bot.living.creation import SETTLING, TROUBLE, Overwrites, RoleToMake, TextChannel, TooSoon, was_refused
from bot.people.model import ArbiterTitle, Office
from bot.server.model import Act
from bot.server.setup_model import (
    IN_A_CHANNEL,
    TO_CREATE,
    NamedOfficers,
    Officers,
    Right,
    Server,
    SetupPage,
    SetupView,
    Start,
    can_be_finished,
    may_open_role,
    offered_places,
    unnamed_places,
    vanished_places,
)
from cogs.commands import Option, Pairs, as_typed, command, finds
from cogs.health import server_seen
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import (
    NOTHING,
    SNOWFLAKE,
    Audience,
    FormField,
    Members,
    Menu,
    Text,
    among,
    commands_by_switch,
    one_of,
)

# --- channels and the role ------------------------------------------------------------------------------------------


_SPEAKER = PermissionOverwrite(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True, read_message_history=True
)
_GUEST = PermissionOverwrite(view_channel=True, send_messages=True, read_message_history=True)
_READER = PermissionOverwrite(send_messages=False)
_OUTSIDER = PermissionOverwrite(view_channel=False)


def refuse_without_rights(server: Server) -> None:
    """Raises CannotCreate, naming the rights, where Discord would refuse."""
    missing = tuple(right for right in TO_CREATE if right not in server.rights)
    if missing:
        raise setup_verbs.CannotCreate(rights=missing)


@asynccontextmanager
async def creating(request: Request) -> AsyncIterator[None]:
    """One press at a time, so that two make nothing twice; raises what a person can do about Discord's answer."""
    try:
        async with request.maker.alone(f"rooms:{request.guild_id}"):
            yield
    except discord.Forbidden:
        raise setup_verbs.CannotCreate(rights=TO_CREATE) from None
    except TooSoon as early:
        raise RefusedAt("error.NotMadeYet", at=early.until) from None
    except TROUBLE as trouble:
        if was_refused(trouble):
            raise
        raise RefusedAt("error.NotMadeYet", at=request.now + SETTLING) from trouble


async def is_gone(guild: discord.Guild, role: RoleId | None) -> bool:
    """Whether a role has to be made. Of one that was made a moment ago the bot may not have heard: it asks."""
    if role is None:
        return True
    return guild.get_role(role) is None and all(one.id != role for one in await guild.fetch_roles())


async def make_mentionable(request: Request, community: Community) -> RoleId:
    """Lets anybody mention the organisers' role; raises CannotCreate where the bot may not change it."""
    role = _role_to_change(request, community)
    async with creating(request):
        await role.edit(mentionable=True)
    return RoleId(role.id)


async def give_role(request: Request, community: Community) -> RoleId:
    """Gives the organisers' role to who presses; raises CannotCreate where the bot may not."""
    role = _role_to_change(request, community)
    async with creating(request):
        member = await request.guild.fetch_member(request.member_id)
        await member.add_roles(discord.Object(role.id))
    return RoleId(role.id)


def _role_to_change(request: Request, community: Community) -> discord.Role:
    role = request.guild.get_role(community.organiser_role or 0)
    if role is None or not may_open_role(server_seen(request), RoleId(role.id)):
        raise setup_verbs.CannotCreate(rights=(Right.MANAGE_ROLES,))
    return role


async def create_missing(request: Request, wanted: Callable[[Community], Sequence[Place]]) -> SetupView:
    """Creates the role and each wanted channel that is missing, taking one after the other, so that none is lost."""
    actor = request.actor
    async with creating(request):
        view = await request.ask(setup_verbs.examine)
        if await is_gone(request.guild, view.community.organiser_role):
            name = Translator(view.community.language).say("setup.role_name")
            view = await request.maker.once(
                f"role:{request.guild_id}:organisers",
                RoleToMake(request.guild, name, True, ()),
                lambda tx, made: setup_verbs.name_role(tx.acting_as(actor), RoleId(made.id)),
            )
        for place in (*wanted(view.community), *vanished_places(view.community, server_seen(request))):
            view = await _open(request, view, place)
    return view


async def _open(request: Request, view: SetupView, place: Place) -> SetupView:
    actor, name = request.actor, Translator(view.community.language).say(f"setup.channel.{place}")
    taken = [channel for one in Place if (channel := view.community.channel(one)) is not None]
    gone = await find_deleted(request, view.community, place)
    return await request.maker.once(
        f"place:{request.guild_id}:{place}",
        TextChannel(request.guild, name, _overwrites(request.guild, place, view), taken),
        lambda tx, made: setup_verbs.name_channels(tx.acting_as(actor), {place: ChannelId(made.id)}, gone),
    )


async def find_deleted(request: Request, community: Community, place: Place) -> tuple[ChannelId, ...]:
    """The committee's channel, where Discord says that it is no more; one that the bot may not see is still there."""
    channel_id = community.committee if place is Place.COMMITTEE else None
    if channel_id is None:
        return ()
    try:
        await request.guild.fetch_channel(channel_id)
    except discord.NotFound:
        return (channel_id,)
    except discord.HTTPException:
        return ()
    return ()


def _overwrites(guild: discord.Guild, place: Place, view: SetupView) -> Overwrites:
    found: Overwrites = {guild.me: _SPEAKER}
    match place:
        case Place.ANNOUNCEMENTS | Place.RECORD:
            found[guild.default_role] = _READER
        case Place.COMMITTEE:
            found[guild.default_role] = _OUTSIDER
            role = guild.get_role(view.community.organiser_role or 0)
            found |= {role: _GUEST} if role else {}
            found |= {_member(one): _GUEST for one in _officers_seated(view.officers)}
        case Place.MATCHES:
            pass
    return found


async def open_committee(request: Request, community: Community, before: Officers, after: Officers) -> bool:
    """Lets officers into the committee's private channel, and out who is none any more; False where Discord refuses."""
    channel = request.guild.get_channel(community.committee or 0)
    if not isinstance(channel, discord.TextChannel) or _is_open(channel):
        return True
    seated, known = _officers_seated(after), {target.id for target in channel.overwrites}
    leaving = _officers_seated(before) - seated
    overwrites: Overwrites = {target: one for target, one in channel.overwrites.items() if target.id not in leaving}
    overwrites |= {_member(one): _GUEST for one in seated - known}
    if overwrites == channel.overwrites:
        return True
    try:
        await channel.edit(overwrites=overwrites)
    except discord.Forbidden:
        return False
    return True


def _is_open(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.default_role).view_channel


def _officers_seated(officers: Officers) -> set[MemberId]:
    return {person.discord_id for person in officers.people.values() if person.discord_id is not None}


def _member(member_id: MemberId) -> discord.Object:
    """A member whom the bot keeps no record of: it has no list of members."""
    return discord.Object(member_id, type=discord.Member)


# --- the panel ------------------------------------------------------------------------------------------------------


MOST_ARBITERS = 25
"""What one menu lets choose at once."""
SETUP_PAGE = one_of(SetupPage)
REFEREEING = among({"": False, "referee": True})
LANGUAGE = among({locale: locale for locale in LOCALES})


CITY = Text("city", "setup.city", "setup.city_example", limit=64)
"""The field in which a time zone is named that no menu has."""


def zone_meant(request: Request) -> str:
    """What was typed into that field, or the one zone that it can mean."""
    typed = request.text("city")
    likely = suggest_zones(typed)
    return likely[0] if len(likely) == 1 else typed


@finds(Audience.EVERYBODY)
async def zones(_: Request, typed: str) -> Pairs:
    """Time zones for what was typed so far."""
    return [(name, name) for name in suggest_zones(typed)]


Zone = Annotated[str, Option(as_typed, zones)]


@command("setup", Act.SET_UP)
async def begin(request: Request, time_zone: Zone | None = None) -> None:
    """Opens the panel where it was left, or at its beginning."""
    owner = MemberId(request.guild.owner_id or 0)
    view = await request.do(setup_verbs.begin, owner, *request.usual_settings)
    if time_zone is not None:
        view = await request.do(setup_verbs.choose_zone, time_zone)
    page = SetupPage.TIME if view.community.set_up_at is None else SetupPage.CHECK
    await show(request, view, page)


@on_press("setup", SETUP_PAGE, Act.SET_UP)
@on_press("setup-page", SETUP_PAGE, Act.SET_UP)
async def turn(request: Request, page: SetupPage) -> None:
    """Shows a page of the panel, as things are now."""
    view = await request.ask(setup_verbs.examine)
    await show(request, view, page)


@on_press("setup-open", SETUP_PAGE, Act.SET_UP)
async def open_page(request: Request, page: SetupPage) -> Card:
    """Shows a page of the panel beside what was pressed, which is looked at again afterwards."""
    view = await request.ask(setup_verbs.examine)
    return _page(request, view, page)


@on_press("setup-language", NOTHING, Act.SET_UP)
async def language(request: Request) -> None:
    """Takes the language that was chosen."""
    view = await request.do(setup_verbs.choose_language, await request.read_choice(LANGUAGE))
    await show(request, view, SetupPage.TIME)


@on_press("setup-zone", NOTHING, Act.SET_UP)
async def zone(request: Request) -> None:
    """Takes one of the likely time zones."""
    view = await request.do(setup_verbs.choose_zone, request.choice())
    await show(request, view, SetupPage.TIME)


@on_press("setup-theme", one_of(Theme), Act.SET_UP)
async def theme(request: Request, chosen: Theme) -> None:
    """Draws pictures for Discord's dark or for its light surfaces from now on."""
    view = await request.do(setup_verbs.choose_theme, chosen)
    await show(request, view, SetupPage.TIME)


@on_press("setup-city", NOTHING, Act.SET_UP)
async def another_zone(request: Request) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    await request.open_form("setup-city-named:", "setup.another_zone", CITY)


@on_press("setup-city-named", NOTHING, Act.SET_UP)
async def take_city(request: Request) -> None:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    view = await request.do(setup_verbs.choose_zone, zone_meant(request))
    await show(request, view, SetupPage.TIME)


@on_press("setup-channel", one_of(Place), Act.SET_UP)
async def channel(request: Request, place: Place) -> None:
    """Takes the channel that was chosen for a place."""
    chosen = {place: ChannelId(await request.read_choice(SNOWFLAKE))}
    known = (await request.ask(setup_verbs.examine)).community
    view = await request.do(setup_verbs.name_channels, chosen, await find_deleted(request, known, place))
    await show(request, view, SetupPage.PLACES)


@on_press("setup-role", NOTHING, Act.SET_UP)
async def role(request: Request) -> None:
    """Takes the organisers' role."""
    view = await request.do(setup_verbs.name_role, RoleId(await request.read_choice(SNOWFLAKE)))
    await show(request, view, SetupPage.PLACES)


@on_press("setup-role-ping", NOTHING, Act.SET_UP)
async def open_role(request: Request) -> Card:
    """Lets the organisers' role be pinged, so that a call reaches who holds it."""
    view = await request.ask(setup_verbs.examine)
    role = await make_mentionable(request, view.community)
    return setup_cards.role_mended("setup.role_pings_now", role, request.translator)


@on_press("setup-role-take", NOTHING, Act.SET_UP)
async def take_role(request: Request) -> Card:
    """Gives the organisers' role to who presses."""
    view = await request.ask(setup_verbs.examine)
    role = await give_role(request, view.community)
    await request.do(tournaments_summons_verbs.note_holder, role)
    return setup_cards.role_mended("setup.role_taken", role, request.translator)


@on_press("setup-create", NOTHING, Act.SET_UP)
async def create(request: Request) -> None:
    """Creates the channels and the role that are missing, and takes them."""
    await request.ask(setup_verbs.examine)
    refuse_without_rights(server_seen(request))
    await request.acknowledge(thinking=False)
    view = await create_missing(request, offered_places)
    await show(request, view, SetupPage.PLACES)


@on_press("setup-finish", NOTHING, Act.SET_UP)
async def finish(request: Request) -> None:
    """Ends the setup, and says what is still missing and what comes next."""
    view = await request.do(setup_verbs.finish)
    await show(request, view, SetupPage.CHECK)


@on_press("setup-switch-on", one_of(Switch), Act.SET_UP)
async def switch_on(request: Request, switch: Switch) -> None:
    """Brings a switch's commands into the server."""
    await request.do(setup_verbs.switch_on, switch)
    await show(request, await request.ask(setup_verbs.examine), SetupPage.COMMANDS, "setup.switched_on")


@on_press("setup-switch-off", one_of(Switch), Act.SET_UP)
async def switch_off(request: Request, switch: Switch) -> None:
    """Hides a switch's commands in the server."""
    await request.do(setup_verbs.switch_off, switch)
    await show(request, await request.ask(setup_verbs.examine), SetupPage.COMMANDS, "setup.switched_off")


@on_press("quick-start", REFEREEING, Act.SET_UP)
async def quick_start(request: Request, referees: bool) -> None:
    """Does all of the setup at once: makes the channels, finishes, and has the owner referee where that is wished."""
    before, there = await request.ask(setup_verbs.examine), frozenset(server_seen(request).channels)
    await request.acknowledge(thinking=False)
    view, note = await _furnish(request, before)
    if not can_be_finished(view.community):
        await show(request, view, SetupPage.PLACES, note)
        return
    new = [place for place in Place if view.community.channel(place) != before.community.channel(place)]
    furnished = setup_cards.Furnished(view.community, new, there, role_given=await _take_part(request, view))
    view = await request.do(setup_verbs.finish)
    request.remember(view.community)
    if referees:
        await request.do(registry_officers_verbs.begin_refereeing)
    card = _page(request, await request.ask(setup_verbs.examine), SetupPage.CHECK)
    card = setup_cards.with_furniture(card, furnished, request.translator)
    await request.show(setup_cards.with_note(card, request.translator.say(note)) if note else card)


async def _take_part(request: Request, view: SetupView) -> bool:
    """Gives who pressed the organisers' role; False where they have it already, or Discord does not take it now.

    The setup goes on then: the panel has a button for the role.
    """
    if view.community.organiser_role in request.actor.roles:
        return False
    try:
        role = await give_role(request, view.community)
    except (setup_verbs.CannotCreate, RefusedAt):
        return False
    await request.do(tournaments_summons_verbs.note_holder, role)
    return True


async def _furnish(request: Request, view: SetupView) -> tuple[SetupView, str | None]:
    """The channels that are missing: those that are there by name, the others made.

    Where the bot may make none, it speaks in this channel for all that is public.
    """
    server = server_seen(request)
    if all(right in server.rights for right in TO_CREATE):
        there = _channels_there(request.guild, server, view.community)
        if there:
            await request.do(setup_verbs.name_channels, there)
        return await create_missing(request, unnamed_places), None
    here, _ = request.place
    channel = server.channels.get(here)
    public = [unnamed_place for unnamed_place in unnamed_places(view.community) if unnamed_place is not Place.COMMITTEE]
    if public and channel is not None and channel.rights.issuperset(IN_A_CHANNEL):
        return await request.do(setup_verbs.name_channels, dict.fromkeys(public, here)), "setup.started_here"
    if public:
        refuse_without_rights(server)
    return view, None


def _channels_there(guild: discord.Guild, server: Server, community: Community) -> dict[Place, ChannelId]:
    """Channels in which all may read and the bot may speak, named as the bot would name them in any language."""
    named = {channel.name: ChannelId(channel.id) for channel in reversed(guild.text_channels)}
    taken = {community.channel(place) for place in Place}
    there: dict[Place, ChannelId] = {}
    for place in unnamed_places(community):
        names = (Translator(locale).say(f"setup.channel.{place}") for locale in LOCALES)
        for channel_id in (named[name] for name in names if name in named and place is not Place.COMMITTEE):
            channel = server.channels.get(channel_id)
            if channel and channel.open_to_all and channel.rights.issuperset(IN_A_CHANNEL) and channel_id not in taken:
                there.setdefault(place, channel_id)
    return there


@on_press("setup-officers", NOTHING, Act.NAME_OFFICERS)
async def ask_officers(request: Request) -> None:
    """Opens the form in which the server's owner names officers."""
    present = await request.ask(registry_officers_verbs.naming)
    await request.open_form("setup-officers-named:", "setup.name_officers", *_officers_asked(present))


@on_press("setup-officers-named", NOTHING, Act.NAME_OFFICERS)
async def name_officers(request: Request) -> None:
    """Gives the offices and titles, publicly, and opens the committee's channel to who holds one."""
    before = await request.look(registry_officers_verbs.present)
    named = _read_form(request)
    after = await request.do(
        registry_officers_verbs.name, replace(named, gone=await _gone_officers(request, before, named))
    )
    await request.acknowledge(thinking=False)
    view = await request.look(setup_verbs.view, request.now)
    opened = await open_committee(request, view.community, before, after)
    await show(request, view, SetupPage.OFFICERS, "setup.officers_done" if opened else "setup.committee_closed")


def _officers_asked(present: Officers) -> list[FormField]:
    """Who holds each office, and who becomes an arbiter of which title."""
    holders = {office: present.holder(office) for office in Office}
    held = {office: [one.discord_id] if one and one.discord_id else [] for office, one in holders.items()}
    titles = {title.value: f"setup.arbiter.{title.lower()}" for title in ArbiterTitle}
    return [
        *(
            Members(office.value, f"setup.form.{office}", f"setup.form_why.{office}", chosen=held[office])
            for office in Office
        ),
        Members("arbiters", "setup.form.arbiters", "setup.form_why.arbiters", most=MOST_ARBITERS),
        Menu("title", "setup.form.title", "setup.form_why.title", values=titles),
    ]


def _read_form(request: Request) -> NamedOfficers:
    """What the form says, with the names that Discord sent along; raises a UserError where it cannot be meant so."""
    filled, names = request.fields(), request.people_chosen()
    picked = {name: _members(value, names) for name, value in filled.items() if name != "title"}
    title = next(iter(filled.get("title", ())), None)
    arbiters = {member: names[member] for member in picked.get("arbiters", [])}
    if arbiters and title is None:
        raise Refused("error.TitleMissing")
    return NamedOfficers(
        offices={office: (one, names[one]) for office in Office for one in picked.get(office, [])},
        arbiters=arbiters,
        title=None if title not in set(ArbiterTitle) else ArbiterTitle(title),
    )


async def _gone_officers(request: Request, before: Officers, officers: NamedOfficers) -> frozenset[MemberId]:
    """Those who would be followed in an office, as far as Discord finds them in the server no more."""
    held = [holder.discord_id for office in officers.offices if (holder := before.holder(office)) is not None]
    match_context = {one for one in held if one is not None} - {member for member, _ in officers.offices.values()}
    return frozenset([one for one in match_context if not await request.is_member(one)])


def _members(value: str | list[str], names: dict[MemberId, str]) -> list[MemberId]:
    return [member for member in names if str(member) in value]


async def show(request: Request, view: SetupView, page: SetupPage, note: str | None = None) -> None:
    """Answers with a page of the panel, in place of the one that was pressed, and lets the bot know the settings."""
    card = _page(request, view, page)
    await request.show(setup_cards.with_note(card, request.translator.say(note)) if note else card)


def _page(request: Request, view: SetupView, page: SetupPage) -> Card:
    request.remember(view.community)
    start = Start(may_referee=view.community.owner_id == request.member_id)
    return setup_cards.panel(
        view, server_seen(request), page, request.now, commands_by_switch(), request.translator, start
    )
