"""The panel that sets a server up, page by page, and what the house itself has to say.

It says what is still to be put right. The house says who holds an office now, what could not be said, and that the
bot was away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from discord import ButtonStyle

from bot.features.tournaments.draft_cards import new_cup_press
from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.countries import suggest_zones
from bot.kernel.ids import ChannelId, Community, Place, RoleId, Switch, Theme
from bot.kernel.outages import MOST_GAPS, MOST_REMOVALS, Cause, OutageView, Process
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, WARNING, Button, Card, ChannelChoice, Choice, Control, RoleChoice
from bot.layout.sentences import duration, listing, member_name, moment, quote, sentence
from bot.people.cards import mention, pings
from bot.people.model import Office, Person
from bot.server.bounds_model import Room, ServerNearlyFull
from bot.server.setup_model import (
    Officers,
    Server,
    SetupFault,
    SetupFinding,
    SetupPage,
    SetupView,
    Start,
    can_be_finished,
    findings,
    may_open_role,
    needed_places,
    offered_places,
    vanished_places,
)

# --- what the house says --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message that Discord refused: where it should have gone (None for no channel at all), and the refusal."""

    channel: ChannelId | None
    refusal: str
    is_event: bool
    is_thread: bool = False


@dataclass(frozen=True, slots=True)
class GoneCard:
    """A card that was deleted: the event's name, who plays the match (nobody for an announcement), when it was seen."""

    event: str
    players: tuple[Person, ...]
    stood_until: datetime
    stops_clock: bool
    """Whether its clock stands still meanwhile: not from the third time on."""


_REASONS = {
    "50001": "house.cannot.access",
    "50013": "house.cannot.rights",
    "10003": "house.cannot.gone",
    "no channel": "house.cannot.nowhere",
    "history": "house.cannot.history",
}
"""What Discord's codes mean, by the text in which discord.py reports them."""


_OUTAGES = {
    Cause.RESTORED: "house.outage_restored",
    Cause.UNAVAILABLE: "house.outage_unavailable",
    Cause.REMOVED: "house.outage_removed",
}
"""What is said of an outage that was not the bot's own."""


def still_called(people: Sequence[Person], link: str | None, translator: Translator) -> Card:
    """Calls those whom the message above could not name any more, and leads to it."""
    text = translator.say("called.still")
    where = () if link is None else (translator.say("called.above", url=f"https://discord.com/channels/{link}"),)
    return Card((" ".join((text, *where)),), pings=pings(people))


def cannot_work(unsaid: Unsaid, translator: Translator) -> Card:
    """What the bot could not say, why, and how to put it right."""
    where = f"<#{unsaid.channel}>" if unsaid.channel else translator.say("house.cannot.no_channel")
    what = "event" if unsaid.is_event else "thread" if unsaid.is_thread else "said"
    text = translator.say(f"house.cannot.{what}", where=where)
    return Card(
        (text, _reason(unsaid, translator), translator.say("house.cannot.next")),
        controls=((_again(translator),),),
        colour=WARNING,
    )


def card_gone(gone: GoneCard, translator: Translator) -> Card:
    """That a card was deleted, and whether its clock stands still: it does so for no third time."""
    name, players = quote(gone.event), listing([mention(player) for player in gone.players], translator)
    first = (
        translator.say("house.card_gone_match", players=players, name=name)
        if gone.players
        else translator.say("house.card_gone_event", name=name)
    )
    seen = moment(gone.stood_until)
    stopped = (
        translator.say("house.card_gone_clock", moment=seen)
        if gone.stops_clock
        else translator.say("house.card_gone_again", moment=seen, most=MOST_GAPS)
    )
    return Card((first, stopped, translator.say("house.card_gone_next")), colour=WARNING)


def _reason(unsaid: Unsaid, translator: Translator) -> str:
    if unsaid.is_event:
        return translator.say("house.cannot.event_fix")
    if unsaid.is_thread:
        return translator.say("house.cannot.thread_fix")
    key = next((key for code, key in _REASONS.items() if code in unsaid.refusal), None)
    return translator.say(key) if key else translator.say("house.cannot.other", refusal=quote(unsaid.refusal))


def taken_up_again(count: int, translator: Translator) -> Card:
    """How many messages are tried again; any that fails is told once more."""
    return Card((translator.count("house.again", count) if count else translator.say("house.nothing_again"),))


def outage(view: OutageView, translator: Translator) -> Card:
    """From when to when the bot was away, and what that moved."""
    lines = [
        translator.say(
            _OUTAGES.get(view.outage.cause, "house.outage"),
            down_from=moment(view.outage.down_from),
            up_at=moment(view.outage.up_at),
            length=duration(view.outage.up_at - view.outage.down_from, translator),
        )
    ]
    name = quote(view.name)
    if view.check_in_until is not None:
        lines.append(translator.say("house.outage_check_in", name=name, close=moment(view.check_in_until)))
    if view.clocks_stood_still:
        lines.append(translator.say("house.outage_clocks", name=name))
    if view.clocks_went_on:
        lines.append(translator.say("house.outage_not_given_back", name=name, most=MOST_REMOVALS))
    if len(lines) == 1:
        lines.append(translator.say("house.outage_nothing", name=name))
    return Card(("\n".join(lines),), colour=WARNING)


def clock_wrong(off: timedelta, translator: Translator) -> Card:
    """The machine's clock is set wrong: what that does not cost anybody, and who can put it right."""
    key = "house.clock_fast" if off > timedelta() else "house.clock_slow"
    return Card(
        (translator.say(key, length=duration(abs(off), translator)), translator.say("house.clock_next")), colour=WARNING
    )


def greeting(translator: Translator) -> Card:
    """The one thing that the bot says uninvited: where to begin."""
    return Card((translator.say("house.greeting"),))


def _again(translator: Translator) -> Button:
    return Button("say-again:", translator.say("setup.say_again"), ButtonStyle.primary, "📣")


def rehearsal_cut_off(rulebook: str, translator: Translator) -> Card:
    """The bot was stopped while a rehearsal played, or its answer did not get through: it has to be begun anew."""
    return Card((translator.say("house.rehearsal_cut_off", rulebook=quote(rulebook)),), colour=WARNING)


# --- commands to switch ---------------------------------------------------------------------------------------------


IN_A_ROW: Final = 4


def lines(view: SetupView, brought: Mapping[Switch, Sequence[str]], translator: Translator) -> tuple[str, str]:
    """What switches do, and a line each: whether it is on, its commands, and how much runs that began with them."""
    return translator.say("setup.commands_intro"), "\n".join(
        _line(view, one, brought[one], translator) for one in Switch
    )


def buttons(community: Community, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """A button for each switch, green where it is on; a second press by a slow finger does nothing."""
    every = [_button(one, translator, is_on=one in community.switches) for one in Switch]
    return tuple(tuple(every[at : at + IN_A_ROW]) for at in range(0, len(every), IN_A_ROW))


def _button(switch: Switch, translator: Translator, *, is_on: bool) -> Button:
    style = ButtonStyle.success if is_on else ButtonStyle.secondary
    return Button(f"setup-switch-{'off' if is_on else 'on'}:{switch}", translator.say(f"setup.switch.{switch}"), style)


def _line(view: SetupView, switch: Switch, commands: Sequence[str], translator: Translator) -> str:
    return translator.say(
        "setup.switch_line",
        mark="✅" if switch in view.community.switches else "▫️",
        name=translator.say(f"setup.switch.{switch}"),
        what=translator.say(f"setup.switch_what.{switch}"),
        commands=" · ".join([*(f"/{command}" for command in commands), *_running(view, switch, translator)]),
    )


def _running(view: SetupView, switch: Switch, translator: Translator) -> Iterator[str]:
    if view.running.get(switch):
        yield translator.count("setup.switch_running", view.running[switch])


# --- the panel ------------------------------------------------------------------------------------------------------


_COUNTED = {SetupFault.UNSAID, SetupFault.LATE, SetupFault.CLOCK}
_ARBITERS_SHOWN = 40
NO_START = Start(may_referee=False)


def panel(
    view: SetupView,
    server: Server,
    page: SetupPage,
    now: datetime,
    brought: Mapping[Switch, Sequence[str]],
    translator: Translator,
    start: Start = NO_START,
) -> Card:
    """One page of the panel; what was decided is shown, and each row decides one thing anew.

    `brought` holds the commands that each switch brings.
    """
    match page:
        case SetupPage.TIME:
            return _time(view, now, start, translator)
        case SetupPage.PLACES:
            return _places(view, server, translator)
        case SetupPage.OFFICERS:
            return _officers(view, translator)
        case SetupPage.COMMANDS:
            return _commands(view, brought, translator)
        case SetupPage.CHECK:
            return _check(view, server, translator)


def health(view: SetupView, server: Server, translator: Translator) -> Card:
    """What keeps the bot from its work, each thing with its fix; the same list as the panel's last page."""
    found = findings(view, server)
    paragraphs = [translator.say("setup.health_title"), *_finding_lines(found, translator)]
    again = (_again(translator),) if view.unsaid or view.commands_refused else ()
    presses = (*again, *_role_presses(found, server, translator))
    return Card(tuple(paragraphs), controls=(presses,) if presses else (), colour=WARNING if found else ACCENT)


def with_process(card: Card, process: Process, translator: Translator) -> Card:
    """The same with how old the last copy of the data is, and which process has answered."""
    begun = process.begun
    told = translator.say("setup.health_process", boot=begun.boot, at=moment(begun.at))
    return replace(card, paragraphs=(*card.paragraphs, f"{_copied(process, translator)}\n{told}"))


def _copied(process: Process, translator: Translator) -> str:
    if process.is_on_server:
        return translator.say("setup.health_on_server")
    if process.copied_at is None:
        return translator.say("setup.health_backup")
    return translator.say("setup.health_copied", at=moment(process.copied_at))


def with_readers(card: Card, community: Community, readers: Sequence[str], translator: Translator) -> Card:
    """The same with who can read the committee's channel besides its members."""
    if not readers or community.committee is None:
        return card
    text = translator.say(
        "setup.committee_read_by", channel=f"<#{community.committee}>", readers=listing(readers, translator)
    )
    return replace(card, paragraphs=(*card.paragraphs, text))


def _role_presses(found: tuple[SetupFinding, ...], server: Server, translator: Translator) -> tuple[Button, ...]:
    """What a press can do so that calls reach the organisers' role; where the bot may not, the sentence says how."""
    faults = {one.fault for one in found if one.role is not None and may_open_role(server, one.role)}
    ping = Button("setup-role-ping:", translator.say("setup.role_ping"), ButtonStyle.primary, "🔔")
    take = Button("setup-role-take:", translator.say("setup.role_take"), emoji="🙋")
    return (
        *((ping,) if SetupFault.ROLE_SILENT in faults else ()),
        *((take,) if SetupFault.ROLE_UNHELD in faults else ()),
    )


def role_mended(key: str, role: RoleId, translator: Translator) -> Card:
    """What was done about the organisers' role, and what comes of it."""
    return Card((translator.say(key, role=f"<@&{role}>"),))


def language_name(locale: str, translator: Translator) -> str:
    """What the language is called in the reader's, with its own name beside it."""
    return translator.say(f"setup.language.{locale.lower().replace('-', '_')}")


@dataclass(frozen=True, slots=True)
class Furnished:
    """What Quick start has done: `new` are the places that had no channel, `there` the channels that it found."""

    community: Community
    new: Sequence[Place]
    there: frozenset[ChannelId]
    role_given: bool


def with_furniture(card: Card, furnished: Furnished, translator: Translator) -> Card:
    """The card, and below it which channels were made, which are used, and that the reader has the role."""
    community = furnished.community
    channels = list(dict.fromkeys(channel for place in furnished.new if (channel := community.channel(place))))
    for key, used in (("setup.channels_made", False), ("setup.channels_used", True)):
        named = [f"<#{channel}>" for channel in channels if (channel in furnished.there) is used]
        if named:
            card = with_note(card, translator.say(key, channels=listing(named, translator)))
    if furnished.role_given:
        card = with_note(card, translator.say("setup.role_given", role=f"<@&{community.organiser_role}>"))
    return card


def with_note(card: Card, note: str) -> Card:
    """The card with a sentence on what has just happened, or has not, below its words."""
    return Card((*card.paragraphs, note), card.controls, card.colour)


def _time(view: SetupView, now: datetime, start: Start, translator: Translator) -> Card:
    community, begins = view.community, view.community.set_up_at is None
    clock = now.astimezone(ZoneInfo(community.time_zone)).strftime("%H:%M")
    state = translator.say(
        "setup.time_state",
        language=language_name(community.language, translator),
        zone=quote(community.time_zone),
        clock=clock,
    )
    languages = tuple((locale, language_name(locale, translator)) for locale in LOCALES)
    present = community.time_zone
    asked = [translator.say("setup.zone_guessed")] if community.zone_guessed else []
    # Who begins has enough to choose from.
    theme = () if begins else (_other_theme(community.theme, translator),)
    another = Button("setup-city:", translator.say("setup.another_zone"), emoji="🌍")
    return Card(
        (
            page_title(SetupPage.TIME, translator),
            *([translator.say("setup.time_intro")] if begins else []),
            state,
            *asked,
        ),
        controls=(
            Choice("setup-language:", translator.say("setup.choose_language"), languages, present=community.language),
            Choice("setup-zone:", translator.say("setup.choose_zone"), likely_zones(present), present=present),
            (*(_start_presses(start, translator) if begins else ()), another, *theme),
            page_buttons(SetupPage.TIME, translator),
        ),
    )


def _other_theme(theme: Theme, translator: Translator) -> Button:
    """The other surface for pictures, as a button that says what it brings."""
    other, emoji = (Theme.LIGHT, "☀️") if theme is Theme.DARK else (Theme.DARK, "🌙")
    return Button(f"setup-theme:{other}", translator.say(f"setup.theme.{other}"), emoji=emoji)


def likely_zones(present: str) -> tuple[tuple[str, str], ...]:
    """Options of a menu: the zone that stands, and those that people most often live in."""
    return tuple((zone, zone) for zone in dict.fromkeys([present, *suggest_zones("")]))


def _start_presses(start: Start, translator: Translator) -> tuple[Button, ...]:
    """All of the setup in one press."""
    quick = Button("quick-start:", translator.say("setup.quick_start"), ButtonStyle.success, "🚀")
    if not start.may_referee:
        return (quick,)
    return quick, Button("quick-start:referee", translator.say("setup.quick_start_referee"), ButtonStyle.primary, "⚖️")


def _places(view: SetupView, server: Server, translator: Translator) -> Card:
    community = view.community
    missing = (*offered_places(community), *vanished_places(community, server))
    lines = [_place_line(view, server, place, translator) for place in Place]
    role = community.organiser_role if community.organiser_role in server.below_the_bot else None
    lines.append(translator.say("setup.role_line", role=f"<@&{role}>" if role else translator.say("setup.nothing_yet")))
    controls: list[Control] = [
        ChannelChoice(
            f"setup-channel:{place}",
            translator.say(f"setup.choose.{place}"),
            None if place in missing else community.channel(place),
        )
        for place in Place
    ]
    controls.append(RoleChoice("setup-role:", translator.say("setup.choose_role"), role))
    if missing or role is None:
        create = Button("setup-create:", translator.say("setup.create"), ButtonStyle.success, "✨")
        controls.append((create,))
    text = translator.say("setup.places_missing" if missing else "setup.places_done")
    return Card(
        (page_title(SetupPage.PLACES, translator), translator.say("setup.places_intro"), "\n".join(lines), text),
        controls=(*controls, page_buttons(SetupPage.PLACES, translator)),
    )


def _place_line(view: SetupView, server: Server, place: Place, translator: Translator) -> str:
    channel = view.community.channel(place)
    if channel is None:
        needed = place in needed_places(view.community)
        where = translator.say("setup.nothing_yet" if needed else "setup.not_needed")
    elif channel not in server.channels:
        where = translator.say("setup.gone")
    else:
        where = f"<#{channel}>"
    return translator.say("setup.place_line", place=member_name(place, translator), where=where)


def _officers(view: SetupView, translator: Translator) -> Card:
    naming = Button("setup-officers:", translator.say("setup.name_officers"), ButtonStyle.success, "⚖️")
    return Card(
        (
            page_title(SetupPage.OFFICERS, translator),
            translator.say("setup.officers_intro"),
            officers_lines(view.officers, translator),
        ),
        controls=((naming,), page_buttons(SetupPage.OFFICERS, translator)),
    )


def officers_lines(officers: Officers, translator: Translator) -> str:
    """Who holds what today, a line each."""
    lines = [
        translator.say(
            "setup.office_line", office=member_name(office, translator), who=_who(officers.holder(office), translator)
        )
        for office in Office
    ]
    arbiters = [f"{mention(officers.people[one])} ({title})" for one, title in officers.arbiters.items()]
    who = ", ".join(arbiters[:_ARBITERS_SHOWN]) or translator.say("setup.nothing_yet")
    more = len(arbiters) - _ARBITERS_SHOWN
    if more > 0:
        who += " " + translator.count("setup.and_more", more)
    return "\n".join([*lines, translator.say("setup.arbiters_line", who=who)])


def _who(person: Person | None, translator: Translator) -> str:
    return translator.say("setup.nothing_yet") if person is None else mention(person)


def _commands(view: SetupView, brought: Mapping[Switch, Sequence[str]], translator: Translator) -> Card:
    intro, told = lines(view, brought, translator)
    title = page_title(SetupPage.COMMANDS, translator)
    controls = (*buttons(view.community, translator), page_buttons(SetupPage.COMMANDS, translator))
    return Card((title, intro, told), controls=controls)


def _check(view: SetupView, server: Server, translator: Translator) -> Card:
    found = findings(view, server)
    finished = view.community.set_up_at is not None
    press = [Button(f"setup:{SetupPage.CHECK}", translator.say("setup.check_again"), emoji="🔄")]
    if not finished:
        ready = can_be_finished(view.community)
        press.insert(0, Button("setup-finish:", translator.say("setup.finish"), ButtonStyle.success, "✅", not ready))
    if view.unsaid or view.commands_refused:
        press.append(_again(translator))
    press += _role_presses(found, server, translator)
    said = [translator.say("setup.next_tournament")] if finished else []
    new = ((new_cup_press(translator),),) if finished else ()
    return Card(
        (page_title(SetupPage.CHECK, translator), *_finding_lines(found, translator), *said),
        controls=(*new, tuple(press), page_buttons(SetupPage.CHECK, translator)),
        colour=WARNING if found else ACCENT,
    )


def _finding_lines(found: tuple[SetupFinding, ...], translator: Translator) -> tuple[str, ...]:
    if not found:
        return (translator.say("setup.all_well"),)
    return ("\n".join(layout_cards.row_texts(found, _finding, translator)),)


def _finding(finding: SetupFinding, translator: Translator) -> str:
    return f"{'💡' if finding.is_advice else '❗'} {_sentence(finding, translator)}"


def _sentence(finding: SetupFinding, translator: Translator) -> str:
    if finding.room is not None:
        return _of_room(finding.room, translator)
    key = f"setup.fault.{finding.fault}"
    values = {
        "place": member_name(finding.place, translator) if finding.place else "",
        "channel": f"<#{finding.channel}>",
        "role": f"<@&{finding.role}>",
        "office": member_name(finding.office, translator) if finding.office else "",
        "event": quote(finding.event),
        "rights": listing([f"**{member_name(right, translator)}**" for right in finding.rights], translator),
    }
    return translator.count(key, finding.n, **values) if finding.fault in _COUNTED else translator.say(key, **values)


def _of_room(room: Room, translator: Translator) -> str:
    """What is nearly full, with how much room there is and what makes more."""
    bound = room.bound
    told = ServerNearlyFull(what=room.what, left=room.left, limit=bound.most, way_out=bound.way_out)
    return sentence(told, translator)


def page_title(page: SetupPage, translator: Translator) -> str:
    """The heading of a page of the panel, with its number."""
    number = tuple(SetupPage).index(page) + 1
    return "## " + translator.say(
        "setup.title", number=number, pages=len(SetupPage), page=translator.say(f"setup.page.{page}")
    )


def page_buttons(page: SetupPage, translator: Translator) -> tuple[Button, ...]:
    """A button for each page of the panel; the next one stands out."""
    after = tuple(SetupPage)[(tuple(SetupPage).index(page) + 1) % len(SetupPage)]
    return tuple(
        Button(
            # The present page's button does nothing, and needs a custom_id of its own beside "check again".
            f"setup-page:{one}",
            translator.say(f"setup.page.{one}"),
            ButtonStyle.primary if one is after else ButtonStyle.secondary,
            disabled=one is page,
        )
        for one in SetupPage
    )
