"""The panel that sets a server up. Each press decides one thing at once, so a restart in the middle loses nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from bot.domain.community import Place, Theme
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.setup_views import (
    IN_A_CHANNEL,
    TO_CREATE,
    Named,
    Officers,
    Page,
    SetupView,
    Start,
    can_be_finished,
    offered_places,
    unnamed_places,
)
from bot.domain.switches import Switch
from bot.domain.time_zones import suggest_zones
from bot.i18n.catalogue import LOCALES
from bot.rendering import setup_cards
from bot.rendering.layout import Card
from bot.services import server_setup, summons, switching
from bot.services.registry import officers
from cogs import rooms
from cogs.audience import Audience
from cogs.commands import command
from cogs.forms import Asked, Members, Menu, Text
from cogs.health import server_seen
from cogs.offers import commands_by_switch
from cogs.options import Option, Pairs, as_typed, finds
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, SNOWFLAKE
from cogs.takes import among, one_of

MOST_ARBITERS = 25
"""What one menu lets choose at once."""
SETUP_PAGE = one_of(Page)
REFEREEING = among({"": False, "referee": True})
LANGUAGE = among({locale: locale for locale in LOCALES})


CITY = Text("city", "setup.city", "setup.city_example", limit=64)
"""The field in which a time zone is named that no menu has."""


def zone_meant(press: Press) -> str:
    """What was typed into that field, or the one zone that it can mean."""
    typed = press.text("city")
    likely = suggest_zones(typed)
    return likely[0] if len(likely) == 1 else typed


@finds(Audience.EVERYBODY)
async def zones(_: Press, typed: str) -> Pairs:
    """Time zones for what was typed so far."""
    return [(name, name) for name in suggest_zones(typed)]


Zone = Annotated[str, Option(as_typed, zones)]


@command("setup", Act.SET_UP)
async def begin(press: Press, time_zone: Zone | None = None) -> None:
    """Opens the panel where it was left, or at its beginning."""
    owner = MemberId(press.guild.owner_id or 0)
    view = await press.do(server_setup.begin, owner, *press.usual_settings)
    if time_zone is not None:
        view = await press.do(server_setup.choose_zone, time_zone)
    page = Page.TIME if view.community.set_up_at is None else Page.CHECK
    await show(press, view, page)


@on_press("setup", SETUP_PAGE, Act.SET_UP)
@on_press("setup-page", SETUP_PAGE, Act.SET_UP)
async def turn(press: Press, page: Page) -> None:
    """Shows a page of the panel, as things are now."""
    view = await press.ask(server_setup.examine)
    await show(press, view, page)


@on_press("setup-open", SETUP_PAGE, Act.SET_UP)
async def open_page(press: Press, page: Page) -> Card:
    """Shows a page of the panel beside what was pressed, which is looked at again afterwards."""
    view = await press.ask(server_setup.examine)
    return _page(press, view, page)


@on_press("setup-language", NOTHING, Act.SET_UP)
async def language(press: Press) -> None:
    """Takes the language that was chosen."""
    view = await press.do(server_setup.choose_language, await press.read_choice(LANGUAGE))
    await show(press, view, Page.TIME)


@on_press("setup-zone", NOTHING, Act.SET_UP)
async def zone(press: Press) -> None:
    """Takes one of the likely time zones."""
    view = await press.do(server_setup.choose_zone, press.choice())
    await show(press, view, Page.TIME)


@on_press("setup-theme", one_of(Theme), Act.SET_UP)
async def theme(press: Press, chosen: Theme) -> None:
    """Draws pictures for Discord's dark or for its light surfaces from now on."""
    view = await press.do(server_setup.choose_theme, chosen)
    await show(press, view, Page.TIME)


@on_press("setup-city", NOTHING, Act.SET_UP)
async def another_zone(press: Press) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    await press.open_form("setup-city-named:", "setup.another_zone", CITY)


@on_press("setup-city-named", NOTHING, Act.SET_UP)
async def take_city(press: Press) -> None:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    view = await press.do(server_setup.choose_zone, zone_meant(press))
    await show(press, view, Page.TIME)


@on_press("setup-channel", one_of(Place), Act.SET_UP)
async def channel(press: Press, place: Place) -> None:
    """Takes the channel that was chosen for a place."""
    chosen = {place: ChannelId(await press.read_choice(SNOWFLAKE))}
    known = (await press.ask(server_setup.examine)).community
    view = await press.do(server_setup.name_channels, chosen, await rooms.find_deleted(press, known, place))
    await show(press, view, Page.PLACES)


@on_press("setup-role", NOTHING, Act.SET_UP)
async def role(press: Press) -> None:
    """Takes the organisers' role."""
    view = await press.do(server_setup.name_role, RoleId(await press.read_choice(SNOWFLAKE)))
    await show(press, view, Page.PLACES)


@on_press("setup-role-ping", NOTHING, Act.SET_UP)
async def open_role(press: Press) -> Card:
    """Lets the organisers' role be pinged, so that a call reaches who holds it."""
    view = await press.ask(server_setup.examine)
    role = await rooms.open_role(press, view.community)
    return setup_cards.role_mended("setup.role_pings_now", role, press.voice)


@on_press("setup-role-take", NOTHING, Act.SET_UP)
async def take_role(press: Press) -> Card:
    """Gives the organisers' role to who presses."""
    view = await press.ask(server_setup.examine)
    role = await rooms.give_role(press, view.community)
    await press.do(summons.note_holder, role)
    return setup_cards.role_mended("setup.role_taken", role, press.voice)


@on_press("setup-create", NOTHING, Act.SET_UP)
async def create(press: Press) -> None:
    """Creates the channels and the role that are missing, and takes them."""
    await press.ask(server_setup.examine)
    rooms.refuse_without_rights(server_seen(press))
    await press.acknowledge(thinking=False)
    view = await rooms.create_missing(press, offered_places)
    await show(press, view, Page.PLACES)


@on_press("setup-finish", NOTHING, Act.SET_UP)
async def finish(press: Press) -> None:
    """Ends the setup, and says what is still missing and what comes next."""
    view = await press.do(server_setup.finish)
    await show(press, view, Page.CHECK)


@on_press("setup-switch-on", one_of(Switch), Act.SET_UP)
async def switch_on(press: Press, switch: Switch) -> None:
    """Brings a switch's commands into the server."""
    await press.do(switching.switch_on, switch)
    await show(press, await press.ask(server_setup.examine), Page.COMMANDS, "setup.switched_on")


@on_press("setup-switch-off", one_of(Switch), Act.SET_UP)
async def switch_off(press: Press, switch: Switch) -> None:
    """Hides a switch's commands in the server."""
    await press.do(switching.switch_off, switch)
    await show(press, await press.ask(server_setup.examine), Page.COMMANDS, "setup.switched_off")


@on_press("quick-start", REFEREEING, Act.SET_UP)
async def quick_start(press: Press, referees: bool) -> None:
    """Does all of the setup at once: makes the channels, finishes, and has the owner referee where that is wished."""
    view = await press.ask(server_setup.examine)
    await press.acknowledge(thinking=False)
    view, note = await _furnish(press, view)
    if not can_be_finished(view.community):
        await show(press, view, Page.PLACES, note)
        return
    view = await press.do(server_setup.finish)
    press.remember(view.community)
    if referees:
        await press.do(officers.begin_refereeing)
        view = await press.ask(server_setup.examine)
    await show(press, view, Page.CHECK, note)


async def _furnish(press: Press, view: SetupView) -> tuple[SetupView, str | None]:
    """The channels that are missing: made, or where the bot may make none this channel for all that is public."""
    server = server_seen(press)
    if all(right in server.rights for right in TO_CREATE):
        return await rooms.create_missing(press, unnamed_places), None
    here, _ = press.place
    channel = server.channels.get(here)
    public = [one for one in unnamed_places(view.community) if one is not Place.COMMITTEE]
    if public and channel is not None and channel.rights.issuperset(IN_A_CHANNEL):
        return await press.do(server_setup.name_channels, dict.fromkeys(public, here)), "setup.started_here"
    if public:
        rooms.refuse_without_rights(server)
    return view, None


@on_press("setup-officers", NOTHING, Act.NAME_OFFICERS)
async def ask_officers(press: Press) -> None:
    """Opens the form in which the server's owner names officers."""
    present = await press.ask(officers.naming)
    await press.open_form("setup-officers-named:", "setup.name_officers", *_officers_asked(present))


@on_press("setup-officers-named", NOTHING, Act.NAME_OFFICERS)
async def name_officers(press: Press) -> None:
    """Gives the offices and titles, publicly, and opens the committee's channel to who holds one."""
    before = await press.look(officers.present)
    named = _read_form(press)
    after = await press.do(officers.name, replace(named, gone=await _gone_officers(press, before, named)))
    await press.acknowledge(thinking=False)
    view = await press.look(server_setup.view, press.now)
    opened = await rooms.open_committee(press, view.community, before, after)
    await show(press, view, Page.OFFICERS, "setup.officers_done" if opened else "setup.committee_closed")


def _officers_asked(present: Officers) -> list[Asked]:
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


def _read_form(press: Press) -> Named:
    """What the form says, with the names that Discord sent along; raises a UserError where it cannot be meant so."""
    filled, names = press.fields(), press.people_chosen()
    picked = {name: _members(value, names) for name, value in filled.items() if name != "title"}
    title = next(iter(filled.get("title", ())), None)
    arbiters = {member: names[member] for member in picked.get("arbiters", [])}
    if arbiters and title is None:
        raise server_setup.TitleMissing
    return Named(
        offices={office: (one, names[one]) for office in Office for one in picked.get(office, [])},
        arbiters=arbiters,
        title=None if title not in set(ArbiterTitle) else ArbiterTitle(title),
    )


async def _gone_officers(press: Press, before: Officers, named: Named) -> frozenset[MemberId]:
    """Those who would be followed in an office, as far as Discord finds them in the server no more."""
    held = [holder.discord_id for office in named.offices if (holder := before.holder(office)) is not None]
    followed = {one for one in held if one is not None} - {member for member, _ in named.offices.values()}
    return frozenset([one for one in followed if not await press.is_member(one)])


def _members(value: str | list[str], names: dict[MemberId, str]) -> list[MemberId]:
    return [member for member in names if str(member) in value]


async def show(press: Press, view: SetupView, page: Page, note: str | None = None) -> None:
    """Answers with a page of the panel, in place of the one that was pressed, and lets the bot know the settings."""
    card = _page(press, view, page)
    await press.show(setup_cards.with_note(card, press.voice.say(note)) if note else card)


def _page(press: Press, view: SetupView, page: Page) -> Card:
    press.remember(view.community)
    start = Start(may_referee=view.community.owner_id == press.member_id)
    return setup_cards.panel(view, server_seen(press), page, press.now, commands_by_switch(), press.voice, start)
