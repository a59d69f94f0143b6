"""The panel that sets a server up, page by page, and what is still to be put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from discord import ButtonStyle

from bot.domain.community import Community, Person, Place, Theme
from bot.domain.ids import RoleId
from bot.domain.permissions import Office
from bot.domain.setup_views import (
    Fault,
    Finding,
    Officers,
    Page,
    Server,
    SetupView,
    Start,
    can_be_finished,
    findings,
    may_open_role,
    needed_places,
    offered_places,
    vanished_places,
)
from bot.domain.switches import Switch
from bot.domain.time_zones import suggest_zones
from bot.i18n import LOCALES, Voice
from bot.rendering import drawn_rows, switch_cards
from bot.rendering.events.cup_cards import new_cup_press
from bot.rendering.layout import ACCENT, WARNING, Card, ChannelChoice, Choice, Control, Press, RoleChoice
from bot.rendering.people import mention
from bot.rendering.sentences import listing, member_name
from bot.rendering.text import quote

_COUNTED = {Fault.UNSAID, Fault.LATE, Fault.CLOCK}
_ARBITERS_SHOWN = 40
NO_START = Start(may_referee=False)


def panel(
    view: SetupView,
    server: Server,
    page: Page,
    now: datetime,
    brought: Mapping[Switch, Sequence[str]],
    voice: Voice,
    start: Start = NO_START,
) -> Card:
    """One page of the panel; what was decided is shown, and each row decides one thing anew.

    `brought` holds the commands that each switch brings.
    """
    match page:
        case Page.TIME:
            return _time(view, now, start, voice)
        case Page.PLACES:
            return _places(view, server, voice)
        case Page.OFFICERS:
            return _officers(view, voice)
        case Page.COMMANDS:
            return _commands(view, brought, voice)
        case Page.CHECK:
            return _check(view, server, voice)


def health(view: SetupView, server: Server, voice: Voice) -> Card:
    """What keeps the bot from its work, each thing with its fix; the same list as the panel's last page."""
    found = findings(view, server)
    paragraphs = [voice.say("setup.health_title"), *_finding_lines(found, voice), voice.say("setup.health_backup")]
    again = (_again(voice),) if view.unsaid or view.commands_refused else ()
    presses = (*again, *_role_presses(found, server, voice))
    return Card(tuple(paragraphs), controls=(presses,) if presses else (), colour=WARNING if found else ACCENT)


def with_readers(card: Card, community: Community, readers: Sequence[str], voice: Voice) -> Card:
    """The same with who can read the committee's channel besides its members."""
    if not readers or community.committee is None:
        return card
    said = voice.say("setup.committee_read_by", channel=f"<#{community.committee}>", readers=listing(readers, voice))
    return replace(card, paragraphs=(*card.paragraphs, said))


def _role_presses(found: tuple[Finding, ...], server: Server, voice: Voice) -> tuple[Press, ...]:
    """What a press can do so that calls reach the organisers' role; where the bot may not, the sentence says how."""
    faults = {one.fault for one in found if one.role is not None and may_open_role(server, one.role)}
    ping = Press("setup-role-ping:", voice.say("setup.role_ping"), ButtonStyle.primary, "🔔")
    take = Press("setup-role-take:", voice.say("setup.role_take"), emoji="🙋")
    return (*((ping,) if Fault.ROLE_SILENT in faults else ()), *((take,) if Fault.ROLE_UNHELD in faults else ()))


def role_mended(key: str, role: RoleId, voice: Voice) -> Card:
    """What was done about the organisers' role, and what comes of it."""
    return Card((voice.say(key, role=f"<@&{role}>"),))


def language_name(locale: str, voice: Voice) -> str:
    """What the language is called in the reader's, with its own name beside it."""
    return voice.say(f"setup.language.{locale.lower().replace('-', '_')}")


def with_note(card: Card, note: str) -> Card:
    """The card with a sentence on what has just happened, or has not, below its words."""
    return Card((*card.paragraphs, note), card.controls, card.colour)


def _time(view: SetupView, now: datetime, start: Start, voice: Voice) -> Card:
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
    another = Press("setup-city:", voice.say("setup.another_zone"), emoji="🌍")
    return Card(
        (page_title(Page.TIME, voice), *([voice.say("setup.time_intro")] if begins else []), state, *asked),
        controls=(
            Choice("setup-language:", voice.say("setup.choose_language"), languages, present=community.language),
            Choice("setup-zone:", voice.say("setup.choose_zone"), likely_zones(present), present=present),
            (*(_start_presses(start, voice) if begins else ()), another, *theme),
            page_buttons(Page.TIME, voice),
        ),
    )


def _other_theme(theme: Theme, voice: Voice) -> Press:
    """The other surface for pictures, as a button that says what it brings."""
    other, emoji = (Theme.LIGHT, "☀️") if theme is Theme.DARK else (Theme.DARK, "🌙")
    return Press(f"setup-theme:{other}", voice.say(f"setup.theme.{other}"), emoji=emoji)


def likely_zones(present: str) -> tuple[tuple[str, str], ...]:
    """Options of a menu: the zone that stands, and those that people most often live in."""
    return tuple((zone, zone) for zone in dict.fromkeys([present, *suggest_zones("")]))


def _start_presses(start: Start, voice: Voice) -> tuple[Press, ...]:
    """All of the setup in one press."""
    quick = Press("quick-start:", voice.say("setup.quick_start"), ButtonStyle.success, "🚀")
    if not start.may_referee:
        return (quick,)
    return quick, Press("quick-start:referee", voice.say("setup.quick_start_referee"), ButtonStyle.primary, "⚖️")


def _places(view: SetupView, server: Server, voice: Voice) -> Card:
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
        create = Press("setup-create:", voice.say("setup.create"), ButtonStyle.success, "✨")
        controls.append((create,))
    said = voice.say("setup.places_missing" if missing else "setup.places_done")
    return Card(
        (page_title(Page.PLACES, voice), voice.say("setup.places_intro"), "\n".join(lines), said),
        controls=(*controls, page_buttons(Page.PLACES, voice)),
    )


def _place_line(view: SetupView, server: Server, place: Place, voice: Voice) -> str:
    channel = view.community.channel(place)
    if channel is None:
        needed = place in needed_places(view.community)
        where = voice.say("setup.nothing_yet" if needed else "setup.not_needed")
    elif channel not in server.channels:
        where = voice.say("setup.gone")
    else:
        where = f"<#{channel}>"
    return voice.say("setup.place_line", place=member_name(place, voice), where=where)


def _officers(view: SetupView, voice: Voice) -> Card:
    naming = Press("setup-officers:", voice.say("setup.name_officers"), ButtonStyle.success, "⚖️")
    return Card(
        (page_title(Page.OFFICERS, voice), voice.say("setup.officers_intro"), officers_lines(view.officers, voice)),
        controls=((naming,), page_buttons(Page.OFFICERS, voice)),
    )


def officers_lines(officers: Officers, voice: Voice) -> str:
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


def _who(person: Person | None, voice: Voice) -> str:
    return voice.say("setup.nothing_yet") if person is None else mention(person)


def _commands(view: SetupView, brought: Mapping[Switch, Sequence[str]], voice: Voice) -> Card:
    intro, told = switch_cards.lines(view, brought, voice)
    title = page_title(Page.COMMANDS, voice)
    controls = (*switch_cards.buttons(view.community, voice), page_buttons(Page.COMMANDS, voice))
    return Card((title, intro, told), controls=controls)


def _check(view: SetupView, server: Server, voice: Voice) -> Card:
    found = findings(view, server)
    finished = view.community.set_up_at is not None
    press = [Press(f"setup:{Page.CHECK}", voice.say("setup.check_again"), emoji="🔄")]
    if not finished:
        ready = can_be_finished(view.community)
        press.insert(0, Press("setup-finish:", voice.say("setup.finish"), ButtonStyle.success, "✅", not ready))
    if view.unsaid or view.commands_refused:
        press.append(_again(voice))
    press += _role_presses(found, server, voice)
    said = [voice.say("setup.next_tournament")] if finished else []
    new = ((new_cup_press(voice),),) if finished else ()
    return Card(
        (page_title(Page.CHECK, voice), *_finding_lines(found, voice), *said),
        controls=(*new, tuple(press), page_buttons(Page.CHECK, voice)),
        colour=WARNING if found else ACCENT,
    )


def _finding_lines(found: tuple[Finding, ...], voice: Voice) -> tuple[str, ...]:
    if not found:
        return (voice.say("setup.all_well"),)
    return ("\n".join(drawn_rows.texts(found, _finding, voice)),)


def _finding(finding: Finding, voice: Voice) -> str:
    return f"{'💡' if finding.is_advice else '❗'} {_sentence(finding, voice)}"


def _sentence(finding: Finding, voice: Voice) -> str:
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


def page_title(page: Page, voice: Voice) -> str:
    """The heading of a page of the panel, with its number."""
    number = tuple(Page).index(page) + 1
    return "## " + voice.say("setup.title", number=number, pages=len(Page), page=voice.say(f"setup.page.{page}"))


def page_buttons(page: Page, voice: Voice) -> tuple[Press, ...]:
    """A button for each page of the panel; the next one stands out."""
    after = tuple(Page)[(tuple(Page).index(page) + 1) % len(Page)]
    return tuple(
        Press(
            # The present page's button does nothing, and needs a custom_id of its own beside "check again".
            f"setup-page:{one}",
            voice.say(f"setup.page.{one}"),
            ButtonStyle.primary if one is after else ButtonStyle.secondary,
            disabled=one is page,
        )
        for one in Page
    )


def _again(voice: Voice) -> Press:
    return Press("say-again:", voice.say("setup.say_again"), ButtonStyle.primary, "📣")
