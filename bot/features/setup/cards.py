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
from bot.kernel.outages import MOST_GAPS, MOST_REMOVALS, Cause, OutageView
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, WARNING, Button, Card, ChannelChoice, Choice, Control, RoleChoice
from bot.layout.sentences import duration, listing, member_name, moment, quote
from bot.people.cards import mention, pings
from bot.people.model import Office, Person
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


_OUTAGES = {Cause.UNAVAILABLE: "house.outage_unavailable", Cause.REMOVED: "house.outage_removed"}
"""What is said of an outage that was not the bot's own."""


def still_called(people: Sequence[Person], link: str | None, voice: Translator) -> Card:
    """Calls those whom the message above could not name any more, and leads to it."""
    said = voice.say("called.still")
    where = () if link is None else (voice.say("called.above", url=f"https://discord.com/channels/{link}"),)
    return Card((" ".join((said, *where)),), pings=pings(people))


def cannot_work(unsaid: Unsaid, voice: Translator) -> Card:
    """What the bot could not say, why, and how to put it right."""
    where = f"<#{unsaid.channel}>" if unsaid.channel else voice.say("house.cannot.no_channel")
    what = "event" if unsaid.is_event else "thread" if unsaid.is_thread else "said"
    said = voice.say(f"house.cannot.{what}", where=where)
    return Card(
        (said, _reason(unsaid, voice), voice.say("house.cannot.next")), controls=((_again(voice),),), colour=WARNING
    )


def card_gone(gone: GoneCard, voice: Translator) -> Card:
    """That a card was deleted, and whether its clock stands still: it does so for no third time."""
    name, players = quote(gone.event), listing([mention(player) for player in gone.players], voice)
    first = (
        voice.say("house.card_gone_match", players=players, name=name)
        if gone.players
        else voice.say("house.card_gone_event", name=name)
    )
    seen = moment(gone.stood_until)
    stopped = (
        voice.say("house.card_gone_clock", moment=seen)
        if gone.stops_clock
        else voice.say("house.card_gone_again", moment=seen, most=MOST_GAPS)
    )
    return Card((first, stopped, voice.say("house.card_gone_next")), colour=WARNING)


def _reason(unsaid: Unsaid, voice: Translator) -> str:
    if unsaid.is_event:
        return voice.say("house.cannot.event_fix")
    if unsaid.is_thread:
        return voice.say("house.cannot.thread_fix")
    key = next((key for code, key in _REASONS.items() if code in unsaid.refusal), None)
    return voice.say(key) if key else voice.say("house.cannot.other", refusal=quote(unsaid.refusal))


def taken_up_again(count: int, voice: Translator) -> Card:
    """How many messages are tried again; any that fails is told once more."""
    return Card((voice.count("house.again", count) if count else voice.say("house.nothing_again"),))


def outage(view: OutageView, voice: Translator) -> Card:
    """From when to when the bot was away, and what that moved."""
    lines = [
        voice.say(
            _OUTAGES.get(view.outage.cause, "house.outage"),
            down_from=moment(view.outage.down_from),
            up_at=moment(view.outage.up_at),
            length=duration(view.outage.up_at - view.outage.down_from, voice),
        )
    ]
    name = quote(view.name)
    if view.check_in_until is not None:
        lines.append(voice.say("house.outage_check_in", name=name, close=moment(view.check_in_until)))
    if view.clocks_stood_still:
        lines.append(voice.say("house.outage_clocks", name=name))
    if view.clocks_went_on:
        lines.append(voice.say("house.outage_not_given_back", name=name, most=MOST_REMOVALS))
    if len(lines) == 1:
        lines.append(voice.say("house.outage_nothing", name=name))
    return Card(("\n".join(lines),), colour=WARNING)


def clock_wrong(off: timedelta, voice: Translator) -> Card:
    """The machine's clock is set wrong: what that does not cost anybody, and who can put it right."""
    key = "house.clock_fast" if off > timedelta() else "house.clock_slow"
    return Card((voice.say(key, length=duration(abs(off), voice)), voice.say("house.clock_next")), colour=WARNING)


def greeting(voice: Translator) -> Card:
    """The one thing that the bot says uninvited: where to begin."""
    return Card((voice.say("house.greeting"),))


def _again(voice: Translator) -> Button:
    return Button("say-again:", voice.say("setup.say_again"), ButtonStyle.primary, "📣")


def rehearsal_cut_off(rulebook: str, voice: Translator) -> Card:
    """The bot was stopped while a rehearsal played, or its answer did not get through: it has to be begun anew."""
    return Card((voice.say("house.rehearsal_cut_off", rulebook=quote(rulebook)),), colour=WARNING)


# --- commands to switch ---------------------------------------------------------------------------------------------


IN_A_ROW: Final = 4


def lines(view: SetupView, brought: Mapping[Switch, Sequence[str]], voice: Translator) -> tuple[str, str]:
    """What switches do, and a line each: whether it is on, its commands, and how much runs that began with them."""
    return voice.say("setup.commands_intro"), "\n".join(_line(view, one, brought[one], voice) for one in Switch)


def buttons(community: Community, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """A button for each switch, green where it is on; a second press by a slow finger does nothing."""
    every = [_button(one, voice, is_on=one in community.switches) for one in Switch]
    return tuple(tuple(every[at : at + IN_A_ROW]) for at in range(0, len(every), IN_A_ROW))


def _button(switch: Switch, voice: Translator, *, is_on: bool) -> Button:
    style = ButtonStyle.success if is_on else ButtonStyle.secondary
    return Button(f"setup-switch-{'off' if is_on else 'on'}:{switch}", voice.say(f"setup.switch.{switch}"), style)


def _line(view: SetupView, switch: Switch, commands: Sequence[str], voice: Translator) -> str:
    return voice.say(
        "setup.switch_line",
        mark="✅" if switch in view.community.switches else "▫️",
        name=voice.say(f"setup.switch.{switch}"),
        what=voice.say(f"setup.switch_what.{switch}"),
        commands=" · ".join([*(f"/{one}" for one in commands), *_running(view, switch, voice)]),
    )


def _running(view: SetupView, switch: Switch, voice: Translator) -> Iterator[str]:
    if view.running.get(switch):
        yield voice.count("setup.switch_running", view.running[switch])


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
    voice: Translator,
    start: Start = NO_START,
) -> Card:
    """One page of the panel; what was decided is shown, and each row decides one thing anew.

    `brought` holds the commands that each switch brings.
    """
    match page:
        case SetupPage.TIME:
            return _time(view, now, start, voice)
        case SetupPage.PLACES:
            return _places(view, server, voice)
        case SetupPage.OFFICERS:
            return _officers(view, voice)
        case SetupPage.COMMANDS:
            return _commands(view, brought, voice)
        case SetupPage.CHECK:
            return _check(view, server, voice)


def health(view: SetupView, server: Server, voice: Translator) -> Card:
    """What keeps the bot from its work, each thing with its fix; the same list as the panel's last page."""
    found = findings(view, server)
    paragraphs = [voice.say("setup.health_title"), *_finding_lines(found, voice), voice.say("setup.health_backup")]
    again = (_again(voice),) if view.unsaid or view.commands_refused else ()
    presses = (*again, *_role_presses(found, server, voice))
    return Card(tuple(paragraphs), controls=(presses,) if presses else (), colour=WARNING if found else ACCENT)


def with_readers(card: Card, community: Community, readers: Sequence[str], voice: Translator) -> Card:
    """The same with who can read the committee's channel besides its members."""
    if not readers or community.committee is None:
        return card
    said = voice.say("setup.committee_read_by", channel=f"<#{community.committee}>", readers=listing(readers, voice))
    return replace(card, paragraphs=(*card.paragraphs, said))


def _role_presses(found: tuple[SetupFinding, ...], server: Server, voice: Translator) -> tuple[Button, ...]:
    """What a press can do so that calls reach the organisers' role; where the bot may not, the sentence says how."""
    faults = {one.fault for one in found if one.role is not None and may_open_role(server, one.role)}
    ping = Button("setup-role-ping:", voice.say("setup.role_ping"), ButtonStyle.primary, "🔔")
    take = Button("setup-role-take:", voice.say("setup.role_take"), emoji="🙋")
    return (
        *((ping,) if SetupFault.ROLE_SILENT in faults else ()),
        *((take,) if SetupFault.ROLE_UNHELD in faults else ()),
    )


def role_mended(key: str, role: RoleId, voice: Translator) -> Card:
    """What was done about the organisers' role, and what comes of it."""
    return Card((voice.say(key, role=f"<@&{role}>"),))


def language_name(locale: str, voice: Translator) -> str:
    """What the language is called in the reader's, with its own name beside it."""
    return voice.say(f"setup.language.{locale.lower().replace('-', '_')}")


def with_note(card: Card, note: str) -> Card:
    """The card with a sentence on what has just happened, or has not, below its words."""
    return Card((*card.paragraphs, note), card.controls, card.colour)


def _time(view: SetupView, now: datetime, start: Start, voice: Translator) -> Card:
    community, begins = view.community, view.community.set_up_at is None
    clock = now.astimezone(ZoneInfo(community.time_zone)).strftime("%H:%M")
    state = voice.say(
        "setup.time_state",
        language=language_name(community.language, voice),
        zone=quote(community.time_zone),
        clock=clock,
    )
    languages = tuple((locale, language_name(locale, voice)) for locale in LOCALES)
    present = community.time_zone
    asked = [voice.say("setup.zone_guessed")] if community.zone_guessed else []
    # Who begins has enough to choose from.
    theme = () if begins else (_other_theme(community.theme, voice),)
    another = Button("setup-city:", voice.say("setup.another_zone"), emoji="🌍")
    return Card(
        (page_title(SetupPage.TIME, voice), *([voice.say("setup.time_intro")] if begins else []), state, *asked),
        controls=(
            Choice("setup-language:", voice.say("setup.choose_language"), languages, present=community.language),
            Choice("setup-zone:", voice.say("setup.choose_zone"), likely_zones(present), present=present),
            (*(_start_presses(start, voice) if begins else ()), another, *theme),
            page_buttons(SetupPage.TIME, voice),
        ),
    )


def _other_theme(theme: Theme, voice: Translator) -> Button:
    """The other surface for pictures, as a button that says what it brings."""
    other, emoji = (Theme.LIGHT, "☀️") if theme is Theme.DARK else (Theme.DARK, "🌙")
    return Button(f"setup-theme:{other}", voice.say(f"setup.theme.{other}"), emoji=emoji)


def likely_zones(present: str) -> tuple[tuple[str, str], ...]:
    """Options of a menu: the zone that stands, and those that people most often live in."""
    return tuple((zone, zone) for zone in dict.fromkeys([present, *suggest_zones("")]))


def _start_presses(start: Start, voice: Translator) -> tuple[Button, ...]:
    """All of the setup in one press."""
    quick = Button("quick-start:", voice.say("setup.quick_start"), ButtonStyle.success, "🚀")
    if not start.may_referee:
        return (quick,)
    return quick, Button("quick-start:referee", voice.say("setup.quick_start_referee"), ButtonStyle.primary, "⚖️")


def _places(view: SetupView, server: Server, voice: Translator) -> Card:
    community = view.community
    missing = (*offered_places(community), *vanished_places(community, server))
    lines = [_place_line(view, server, place, voice) for place in Place]
    role = community.organiser_role if community.organiser_role in server.below_the_bot else None
    lines.append(voice.say("setup.role_line", role=f"<@&{role}>" if role else voice.say("setup.nothing_yet")))
    controls: list[Control] = [
        ChannelChoice(
            f"setup-channel:{place}",
            voice.say(f"setup.choose.{place}"),
            None if place in missing else community.channel(place),
        )
        for place in Place
    ]
    controls.append(RoleChoice("setup-role:", voice.say("setup.choose_role"), role))
    if missing or role is None:
        create = Button("setup-create:", voice.say("setup.create"), ButtonStyle.success, "✨")
        controls.append((create,))
    said = voice.say("setup.places_missing" if missing else "setup.places_done")
    return Card(
        (page_title(SetupPage.PLACES, voice), voice.say("setup.places_intro"), "\n".join(lines), said),
        controls=(*controls, page_buttons(SetupPage.PLACES, voice)),
    )


def _place_line(view: SetupView, server: Server, place: Place, voice: Translator) -> str:
    channel = view.community.channel(place)
    if channel is None:
        needed = place in needed_places(view.community)
        where = voice.say("setup.nothing_yet" if needed else "setup.not_needed")
    elif channel not in server.channels:
        where = voice.say("setup.gone")
    else:
        where = f"<#{channel}>"
    return voice.say("setup.place_line", place=member_name(place, voice), where=where)


def _officers(view: SetupView, voice: Translator) -> Card:
    naming = Button("setup-officers:", voice.say("setup.name_officers"), ButtonStyle.success, "⚖️")
    return Card(
        (
            page_title(SetupPage.OFFICERS, voice),
            voice.say("setup.officers_intro"),
            officers_lines(view.officers, voice),
        ),
        controls=((naming,), page_buttons(SetupPage.OFFICERS, voice)),
    )


def officers_lines(officers: Officers, voice: Translator) -> str:
    """Who holds what today, a line each."""
    lines = [
        voice.say("setup.office_line", office=member_name(office, voice), who=_who(officers.holder(office), voice))
        for office in Office
    ]
    arbiters = [f"{mention(officers.people[one])} ({title})" for one, title in officers.arbiters.items()]
    who = ", ".join(arbiters[:_ARBITERS_SHOWN]) or voice.say("setup.nothing_yet")
    more = len(arbiters) - _ARBITERS_SHOWN
    if more > 0:
        who += " " + voice.count("setup.and_more", more)
    return "\n".join([*lines, voice.say("setup.arbiters_line", who=who)])


def _who(person: Person | None, voice: Translator) -> str:
    return voice.say("setup.nothing_yet") if person is None else mention(person)


def _commands(view: SetupView, brought: Mapping[Switch, Sequence[str]], voice: Translator) -> Card:
    intro, told = lines(view, brought, voice)
    title = page_title(SetupPage.COMMANDS, voice)
    controls = (*buttons(view.community, voice), page_buttons(SetupPage.COMMANDS, voice))
    return Card((title, intro, told), controls=controls)


def _check(view: SetupView, server: Server, voice: Translator) -> Card:
    found = findings(view, server)
    finished = view.community.set_up_at is not None
    press = [Button(f"setup:{SetupPage.CHECK}", voice.say("setup.check_again"), emoji="🔄")]
    if not finished:
        ready = can_be_finished(view.community)
        press.insert(0, Button("setup-finish:", voice.say("setup.finish"), ButtonStyle.success, "✅", not ready))
    if view.unsaid or view.commands_refused:
        press.append(_again(voice))
    press += _role_presses(found, server, voice)
    said = [voice.say("setup.next_tournament")] if finished else []
    new = ((new_cup_press(voice),),) if finished else ()
    return Card(
        (page_title(SetupPage.CHECK, voice), *_finding_lines(found, voice), *said),
        controls=(*new, tuple(press), page_buttons(SetupPage.CHECK, voice)),
        colour=WARNING if found else ACCENT,
    )


def _finding_lines(found: tuple[SetupFinding, ...], voice: Translator) -> tuple[str, ...]:
    if not found:
        return (voice.say("setup.all_well"),)
    return ("\n".join(layout_cards.row_texts(found, _finding, voice)),)


def _finding(finding: SetupFinding, voice: Translator) -> str:
    return f"{'💡' if finding.is_advice else '❗'} {_sentence(finding, voice)}"


def _sentence(finding: SetupFinding, voice: Translator) -> str:
    key = f"setup.fault.{finding.fault}"
    values = {
        "place": member_name(finding.place, voice) if finding.place else "",
        "channel": f"<#{finding.channel}>",
        "role": f"<@&{finding.role}>",
        "office": member_name(finding.office, voice) if finding.office else "",
        "event": quote(finding.event),
        "rights": listing([f"**{member_name(right, voice)}**" for right in finding.rights], voice),
    }
    return voice.count(key, finding.n, **values) if finding.fault in _COUNTED else voice.say(key, **values)


def page_title(page: SetupPage, voice: Translator) -> str:
    """The heading of a page of the panel, with its number."""
    number = tuple(SetupPage).index(page) + 1
    return "## " + voice.say("setup.title", number=number, pages=len(SetupPage), page=voice.say(f"setup.page.{page}"))


def page_buttons(page: SetupPage, voice: Translator) -> tuple[Button, ...]:
    """A button for each page of the panel; the next one stands out."""
    after = tuple(SetupPage)[(tuple(SetupPage).index(page) + 1) % len(SetupPage)]
    return tuple(
        Button(
            # The present page's button does nothing, and needs a custom_id of its own beside "check again".
            f"setup-page:{one}",
            voice.say(f"setup.page.{one}"),
            ButtonStyle.primary if one is after else ButtonStyle.secondary,
            disabled=one is page,
        )
        for one in SetupPage
    )
