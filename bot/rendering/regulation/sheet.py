"""The rule sheet: an event's rulebook in plain sentences of the reader's language.

Every number comes from the rulebook, and every setting that a player can feel is spoken of; the keys of the
sentences begin with `sheet.`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.entry_rules import EntryRules
from bot.domain.regulation.qualifying_events import SEAT_MATCH, QualifyingEvent, by_invitation, seats_of
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.game_names import speakable_name as spoken_name
from bot.rendering.regulation import entry_words, format_sheet, formats, table_sheet
from bot.rendering.regulation.hooks import SHEETS
from bot.rendering.regulation.spoken import all_spoken, short_duration
from bot.rendering.sentences import number
from bot.rendering.text import quote

LONGEST_PAGE = 3700
"""Characters of titles and lines together: what fits under a heading in one Discord message."""
LONGEST_SHEET = 6000
"""The same for the whole sheet, which goes on in a second message where one does not hold it."""

_ANNUAL = frozenset({"aije-candidates", "aije-champions-league", "aije-world"})
"""Rulebooks whose events people know by a name of their own."""
_SPARE = (
    "sheet.who.entry_once",
    "sheet.outage.unpunished",
    "sheet.rating.walkovers",
    "sheet.late.playing_on",
    "format_sheet.later_cards",
    "format_sheet.active",
    "sheet.check_in.leaving",
    "sheet.check_in.missed",
    "sheet.check_in.missed_at_start",
    "sheet.who.no_limit",
    "format_sheet.kept",
    "sheet.absence.no_bar",
    "sheet.who.everyone",
    "sheet.who.unofficial",
    "sheet.draw.commitment",
    "format_sheet.commitment",
)
"""What holds by every rulebook or goes without saying, the first to be left out where a sheet would not fit."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and the sentences under it, one a line; markdown, already safe to show."""

    title: str
    lines: tuple[str, ...]


def rule_sheet(rulebook: Rulebook, voice: Voice) -> tuple[Section, ...]:
    """The settings of an event as a player reads them: at most `LONGEST_SHEET` characters in any language."""
    of_capabilities = [section for one in SHEETS.of(rulebook) for section in one.sections(rulebook, voice)]
    sections: dict[str, Iterable[str]] = {
        "sheet.who.title": _who(rulebook, voice),
        "sheet.check_in.title": _check_in(rulebook, voice),
        "sheet.draw.title" if rulebook.traits.is_bracket else "format_sheet.title": _draw(rulebook, voice),
        "sheet.matches.title": format_sheet.matches(rulebook, voice),
        "sheet.late.title": format_sheet.late(rulebook, voice),
        **dict(of_capabilities),
        "format_sheet.points_title": table_sheet.points(rulebook, voice),
        "sheet.results.title": _results(rulebook, voice),
        "format_sheet.order_title": table_sheet.order_at_the_board(discipline_of(rulebook), voice),
        "sheet.absence.title": _absence(rulebook, voice),
        "sheet.rating.title": _rating(rulebook, voice),
        "sheet.outage.title": _outage(rulebook, voice),
    }
    return _fit({voice.say(title): list(lines) for title, lines in sections.items()}, voice)


def pages(rulebook: Rulebook, voice: Voice) -> tuple[tuple[str, ...], ...]:
    """The sheet as paragraphs, message by message: one, or more for a rulebook that says much."""
    found: list[list[str]] = [[]]
    room = LONGEST_PAGE
    for section in rule_sheet(rulebook, voice):
        paragraph = f"**{section.title}**\n" + "\n".join(section.lines)
        if len(paragraph) + 1 > room and found[-1]:
            found.append([])
            room = LONGEST_PAGE
        found[-1].append(paragraph)
        room -= len(paragraph) + 1
    return tuple(map(tuple, found))


def _fit(told: dict[str, list[str]], voice: Voice) -> tuple[Section, ...]:
    """The sections that have something to say, none longer than a page.

    What a sheet would be too long with is left out: first what goes without saying, then the ends of the longest
    sections, with a line that sends the reader to the file.
    """
    told = _without_spare(told, voice)
    more, is_full = voice.say("format_sheet.more"), False
    while (_size(told) > LONGEST_SHEET or _longest(told) > LONGEST_PAGE) and not is_full:
        title = max(told, key=lambda one: sum(map(len, told[one])))
        cut = [*[line for line in told[title] if line != more][:-1], more]
        is_full = cut == told[title]
        told = {**told, title: cut}
    return tuple(Section(title, tuple(lines)) for title, lines in told.items() if lines)


def _without_spare(told: dict[str, list[str]], voice: Voice) -> dict[str, list[str]]:
    """The sections without as many of the spare sentences as it takes to fit, or without them all."""
    for key in _SPARE:
        if _size(told) > LONGEST_SHEET:
            line = voice.say(key)
            told = {title: [one for one in lines if one != line] for title, lines in told.items()}
    return told


def _size(told: Mapping[str, list[str]]) -> int:
    """Characters with the marks of the headings and the line ends."""
    return sum(len(title) + 5 + sum(len(line) + 1 for line in lines) for title, lines in told.items() if lines)


def _longest(told: Mapping[str, list[str]]) -> int:
    return max(_size({title: lines}) for title, lines in told.items())


def _event(rulebook: str, voice: Voice) -> str:
    """What people call the events of another rulebook, of which the sheet knows no more than its name."""
    if rulebook in _ANNUAL:
        return voice.say(f"sheet.event.{rulebook.replace('-', '_')}")
    return quote(spoken_name(rulebook))


def _who(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.registration
    yield voice.say("sheet.who.rulebook", title=quote(rulebook.title_in(voice.locale)), version=quote(rulebook.version))
    yield from _standing(rulebook, voice)
    yield from _open_to(rulebook, voice)
    if rules.refuse_barred and rulebook.absence.ask_why:
        yield voice.say("sheet.who.barred")
    if rules.refuse_qualified_for is not None:
        yield voice.say("sheet.who.qualified", event=_event(rules.refuse_qualified_for, voice))
    yield from _field(rulebook, voice)
    for one in SHEETS.of(rulebook):
        yield from one.admission(rulebook, voice)


def _open_to(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who is invited or meets the conditions, or else everybody, and the account that is played with."""
    account, conditions = rulebook.registration.account, rulebook.entry or EntryRules()
    open_to_all = not by_invitation(rulebook) and conditions == EntryRules()
    if by_invitation(rulebook):
        yield voice.say(f"sheet.who.invited.{_invited_by(rulebook)}")
    elif account is None and open_to_all:
        yield voice.say("sheet.who.everyone")
    yield from entry_words.sheet_lines(conditions, voice)
    if account is not None:
        key = "sheet.who.account" if open_to_all else "sheet.who.account_asked"
        yield voice.say(key, account=quote(account))


def _standing(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Whether titles hang on it; where nothing is rated nobody thinks of any."""
    if rulebook.official:
        yield voice.say("sheet.who.official")
    elif rulebook.rating.rated:
        yield voice.say("sheet.who.unofficial")


def _field(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """How many may play, and how few are too few."""
    capacity = rulebook.registration.capacity
    yield voice.say("sheet.who.no_limit") if capacity is None else voice.count("sheet.who.capacity", capacity)
    counted = "sheet.who.minimum" if rulebook.teams is None else "sheet.who.minimum_teams"
    yield voice.count(counted, rulebook.minimum_entrants)


def _invited_by(rulebook: Rulebook) -> str:
    """Which sentence says who may enter an invited event."""
    if seats_of(rulebook) is QualifyingEvent.WORLD:
        return "world"
    if seats_of(rulebook) is not None:
        return "seats"
    return "arranged" if rulebook.name == SEAT_MATCH else "organisers"


def _check_in(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.check_in
    opens = short_duration(rules.opens_before, voice)
    if rules.closes_before:
        yield voice.say("sheet.check_in.closes", opens=opens, closes=short_duration(rules.closes_before, voice))
    else:
        yield voice.say("sheet.check_in.closes_at_start", opens=opens)
    if rules.reminders_before_close:
        yield voice.say("sheet.check_in.reminders", times=all_spoken(rules.reminders_before_close, voice))
    yield voice.say("sheet.check_in.missed_at_start" if takes_latecomers(rulebook) else "sheet.check_in.missed")
    yield voice.say("sheet.check_in.leaving")


def takes_latecomers(rulebook: Rulebook) -> bool:
    """Whether somebody may still come in after the start."""
    later = rulebook.swiss is not None and rulebook.traits.by_score and rulebook.swiss.late_entry_until > 1
    return later or (rulebook.arena is not None and bool(rulebook.arena.late_entry_within))


def _draw(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    yield from formats.how_played(rulebook, voice)
    if rulebook.traits.has_lobby:
        return
    yield voice.say("sheet.draw.commitment" if rulebook.traits.is_bracket else "format_sheet.commitment")


def _results(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.matches
    yield format_sheet.report(rulebook.games, voice)
    # In an arena nobody is reminded: who comes to the lobby is shown the report.
    in_arena = rulebook.traits.has_lobby
    yield voice.say(
        "sheet.results.unanswered_in_arena" if in_arena else "sheet.results.unanswered",
        reminded=short_duration(rules.remind_confirm_after, voice),
        stands=short_duration(rules.confirm_within, voice),
    )
    settled = "sheet.results.dispute" if rules.matches_per_arbiter else "sheet.results.dispute_to_staff"
    yield voice.say(settled, time=short_duration(rules.escalate_dispute_after, voice))
    if discipline_of(rulebook).confirmed_is_final:
        yield voice.say("format_sheet.confirmed_is_final")


def _absence(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.absence
    if not rules.ask_why:
        yield voice.say("sheet.absence.not_asked")
        return
    yield voice.say("sheet.absence.window", time=short_duration(rules.justify_within, voice))
    if rules.reminders_before_close:
        yield voice.say("sheet.absence.reminders", times=all_spoken(rules.reminders_before_close, voice))
    yield voice.say(f"sheet.absence.{rules.reviewers}")
    yield voice.say(f"sheet.absence.{rules.when_unanswered}")
    if not rules.bar_when_unjustified:
        yield voice.say("sheet.absence.no_bar")
    elif rules.bar_lasts is None:
        yield voice.say("sheet.absence.bar")
    else:
        yield voice.say("sheet.absence.bar_for", time=short_duration(rules.bar_lasts, voice))
    yield voice.say(f"sheet.absence.{'called_off_counts' if rules.also_when_called_off else 'called_off_excuses'}")


def _rating(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.rating
    if rules.rated:
        yield voice.say("sheet.rating.rated", initial=number(rules.initial, voice), k=number(rules.k, voice))
        yield voice.say("sheet.rating.walkovers")
    else:
        yield voice.say("sheet.rating.unrated")


def _outage(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    yield voice.say("sheet.outage.reopened", time=short_duration(rulebook.outage.reopen_for, voice))
    yield voice.say("sheet.outage.unpunished")
