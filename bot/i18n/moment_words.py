"""Words of moments in four languages: "tomorrow 8pm", "sex 20h", "viernes a las 20", "tra 2 ore", cut into tokens.

Our own reading and no library: those that know four languages load for a fifth of a second and tens of megabytes,
guess where a text is unclear, and know neither our clear questions nor an hour that the clocks skip. Here every word
that counts stands in one table, in every language at once, without case and accents: who writes Portuguese in an
English Discord is understood too. A phrase stands for more than its words; the longest that fits counts. Words that
mean nothing for the moment ("at", "alle", "-feira") are listed too, since a word that is in no table is asked back.
All that was understood is shown as Discord's own timestamp before anything hangs on it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple

from bot.kernel.errors import UserError

# --- words ----------------------------------------------------------------------------------------------------------


class Weekday(StrEnum):
    """The days of the week, as `datetime.weekday` counts them."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


class Half(Enum):
    """Which part of the day an hour belongs to."""

    AM = auto()
    PM = auto()
    MORNING = auto()
    AFTERNOON = auto()
    EVENING = auto()


class Day(NamedTuple):
    """So many days from today."""

    ahead: int


class NamedDay(NamedTuple):
    """A day of the week; Monday is 0."""

    weekday: int


class Month(NamedTuple):
    """A month by its name; January is 1."""

    number: int


class Clock(NamedTuple):
    """What the clocks show. `half` is None where none was said."""

    hour: int
    minute: int
    half: Half | None = None


@dataclass(frozen=True, slots=True)
class Mar:
    """Tuesday in Spanish and Italian; with a day's number beside it March, in every language."""


@dataclass(frozen=True, slots=True)
class Next:
    """The weekday is not today's."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Today, in the evening."""


Meaning = Day | NamedDay | Month | Mar | Clock | Next | Evening | Half | None
"""None of what says nothing about the moment."""

_DAYS: Final = {
    0: "today|hoje|hoy|oggi",
    1: "tomorrow|tmrw|amanha|manana|domani",
    2: "the day after tomorrow|day after tomorrow|depois de amanha|pasado manana|dopodomani|dopo domani",
}
_WEEK: Final = (
    "monday|mon|segunda feira|segunda|seg|lunes|lun|lunedi",
    "tuesday|tue|tues|terca feira|terca|ter|martes|martedi",
    "wednesday|wed|quarta feira|quarta|qua|miercoles|mie|mercoledi|mer",
    "thursday|thu|thur|thurs|quinta feira|quinta|qui|jueves|jue|giovedi|gio",
    "friday|fri|sexta feira|sexta|sex|viernes|vie|venerdi|ven",
    "saturday|sat|sabado|sab|sabato",
    "sunday|sun|domingo|dom|domenica",
)
_MAR: Final = "mar"
_MONTHS: Final = (
    "january|jan|janeiro|enero|ene|gennaio|gen",
    "february|feb|fevereiro|fev|febrero|febbraio",
    "march|marco|marzo",
    "april|apr|abril|abr|aprile",
    "may|maio|mai|mayo|maggio|mag",
    "june|jun|junho|junio|giugno|giu",
    "july|jul|julho|julio|luglio|lug",
    "august|aug|agosto|ago",
    "september|sep|sept|setembro|set|septiembre|setiembre|settembre",
    "october|oct|outubro|out|octubre|ottobre|ott",
    "november|nov|novembro|noviembre|novembre",
    "december|dec|dezembro|dez|diciembre|dic|dicembre",
)
_HALVES: Final = {
    Half.MORNING: "in the morning|da manha|de manha|pela manha|de la manana|por la manana|en la manana|a la manana"
    "|di mattina|del mattino|della mattina|mattina|morning|manha",
    Half.AFTERNOON: "in the afternoon|afternoon|da tarde|de tarde|a tarde|de la tarde|por la tarde|en la tarde|tarde"
    "|del pomeriggio|di pomeriggio|pomeriggio",
    Half.EVENING: "in the evening|at night|evening|night|da noite|de noite|a noite|noite|de la noche|por la noche"
    "|en la noche|noche|di sera|della sera|alla sera|sera|di notte|notte",
}
_TONIGHT: Final = (
    "tonight|this evening|hoje a noite|hoje de noite|esta noite|esta noche|hoy a la noche|hoy por la noche"
    "|stasera|questa sera|oggi sera"
)
_NOON: Final = "noon|midday|meio dia|ao meio dia|mediodia|al mediodia|mezzogiorno|a mezzogiorno"
_NEXT: Final = "next|proximo|proxima|que vem|que viene|prossimo|prossima"
_NOTHING: Final = (
    "at|on|the|of|o clock|oclock|this|a|as|ao|aos|o|no|na|em|de|da|do|dia|feira|hora|horas|esta|este|nesta|neste|pelas"
    "|el|la|las|los|a las|a la|del|en|hs|hrs|il|lo|le|alle|all|ore|ora|di|dell|questo|questa|giorno|per|e|y|and|um|una"
    "|st|nd|rd|th|para|por|for|um|uma|un"
)


def plain(text: str) -> str:
    """The text in small letters, without accents, apostrophes and the marks that only part words."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"['’,;!]|(?<=[a-z])-(?=[a-z])", " ", bare).split())


def _spread(said: str, meaning: Meaning) -> dict[str, Meaning]:
    return dict.fromkeys(said.split("|"), meaning)


def _vocabulary() -> dict[str, Meaning]:
    known = _spread(_NOTHING, None)
    for ahead, said in _DAYS.items():
        known |= _spread(said, Day(ahead))
    for number, said in enumerate(_MONTHS, 1):
        known |= _spread(said, Month(number))
    for weekday, said in enumerate(_WEEK):
        known |= _spread(said, NamedDay(weekday))
    for half, said in _HALVES.items():
        known |= _spread(said, half)
    known |= _spread(_TONIGHT, Evening()) | _spread(_NOON, Clock(12, 0))
    return known | _spread(_NEXT, Next()) | _spread(_MAR, Mar())


VOCABULARY: Final = _vocabulary()
"""What each word or phrase means."""
_LONGEST_FIRST: Final = sorted(VOCABULARY, key=len, reverse=True)
PHRASE: Final = re.compile(rf"(?:{'|'.join(map(re.escape, _LONGEST_FIRST))})(?![^\W\d_])")
"""The longest known phrase at a place; a letter behind it makes it another word."""


def completions(begun: str) -> tuple[str, ...]:
    """A word for each meaning that the letters may become, when they are at least two."""
    found: dict[str, str] = {}
    for word in sorted(VOCABULARY, key=len):
        if len(begun) > 1 and word.startswith(begun) and isinstance(VOCABULARY[word], Day | NamedDay | Evening):
            found.setdefault(repr(VOCABULARY[word]), word)
    return tuple(found.values())


# --- tokens ---------------------------------------------------------------------------------------------------------


class DateOrder(StrEnum):
    """Which number comes first in a date with slashes."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


class Date(NamedTuple):
    """A date in numbers; None is a year that was left out."""

    year: int | None
    month: int
    day: int


class Dotted(NamedTuple):
    """Two numbers with a dot: an hour ("20.30") or a date ("28.11"), as what stands beside them says."""

    one: int
    two: str
    half: Half | None


class Number(NamedTuple):
    """A number alone: the day of a named month, a year, or an hour."""

    value: int


class Ahead(NamedTuple):
    """So long from now."""

    length: timedelta


class Exact(NamedTuple):
    """One of Discord's own timestamps."""

    moment: datetime


class UnknownPart(ValueError):
    """Something that means nothing here: the part itself."""


Token = Date | Dotted | Number | Ahead | Exact | Meaning

_HALF: Final = r"\s?(?P<half>[ap])\.?\s?m(?:\.|(?![a-z]))"
_NUMBER: Final = r"(?P<number>\d{1,4}|an?|um|uma|un|una|one)\s*"
_MINUTES: Final = r"(?:minutes?|minutos?|minut[oi]|mins?)(?![a-z])"
_BEFORE: Final = r"(?:in|em|en|daqui a|daqui|dentro de|dentro|tra|fra|within)\s+"
_NOW: Final = re.compile(r"(?:right now|now|agora mesmo|agora|ahora mismo|ahora|adesso|subito)(?![a-z])")
_HALF_AN_HOUR: Final = re.compile(r"\b(?:half an hour|meia hora|media hora|mezz ora|mezzora)\b")
_IN_HOURS: Final = re.compile(
    rf"{_BEFORE}{_NUMBER}(?:hours?|horas?|or[ae]|hrs?|hs?)(?![a-z])"
    rf"(?:\s*(?:e|y|and)?\s*(?P<minutes>\d{{1,2}})\s*(?:{_MINUTES}|(?![a-z\d:.])))?"
)
_IN_DAYS: Final = re.compile(
    rf"{_BEFORE}{_NUMBER}(?:days?|dias?|giorn[oi]|(?P<weeks>weeks?|semanas?|settiman[ae]))(?![a-z])"
)
_IN_MINUTES: Final = re.compile(rf"(?:{_BEFORE})?{_NUMBER}{_MINUTES}")
"""Minutes are never an hour of the clock, so they need no word before them."""

_PARTS: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("stamp", r"<t:(?P<stamp>\d{1,11})(?::[a-z])?>"),
        ("iso", r"(?P<year>\d{4})-(?P<one>\d{1,2})-(?P<two>\d{1,2})(?!\d)(?:t(?=\d))?"),
        ("date", r"(?P<one>\d{1,2})[/.\-](?P<two>\d{1,2})[/.\-](?P<year>\d{4}|\d{2})(?!\d)"),
        ("clock", rf"(?P<hour>\d{{1,2}})[:h](?P<minute>\d{{2}})(?:\s?hs?(?![a-z]))?(?:{_HALF})?(?![a-z\d])"),
        ("clock", r"(?P<hour>\d{1,2})\s?(?:hs?|hrs?|horas|ore)(?![a-z\d])"),
        ("clock", rf"(?P<hour>\d{{1,2}}){_HALF}(?![a-z\d])"),
        ("date", r"(?P<one>\d{1,2})[/\-](?P<two>\d{1,2})(?![\d/])"),
        ("dotted", rf"(?P<one>\d{{1,2}})\.(?P<two>\d{{1,2}})(?:\s?h(?![a-z]))?(?:{_HALF})?(?![a-z\d])"),
        ("number", r"(?P<number>\d{1,4})(?:st|nd|rd|th|[oa])?(?![a-z\d])"),
    )
)
_SOON: Final = timedelta(minutes=1)
"""What "now" means of a moment to come: the next whole minute would be over before it is read."""
_HALF_LETTERS: Final = {"a": Half.AM, "p": Half.PM, None: None}


def tokens(text: str, order: DateOrder) -> list[Token]:
    """What was typed, part by part; raises UnknownPart, and ValueError for a date that no calendar has."""
    rest, found = _HALF_AN_HOUR.sub("30 min", plain(text)), list[Token]()
    while rest:
        token, end = _first(rest, order)
        found.append(token)
        rest = rest[end:].lstrip(" .")
    meant = [one for one in found if one is not None]
    timed = any(isinstance(one, Clock) for one in meant)
    return [_month_or_tuesday(meant, place, timed) if isinstance(one, Mar) else one for place, one in enumerate(meant)]


def _first(rest: str, order: DateOrder) -> tuple[Token, int]:
    """The first part of the rest, and where it ends."""
    for pattern in (_IN_HOURS, _IN_DAYS, _IN_MINUTES):
        if (ahead := pattern.match(rest)) is not None:
            return _ahead(pattern, ahead), ahead.end()
    if (now := _NOW.match(rest)) is not None:
        return Ahead(_SOON), now.end()
    for kind, pattern in _PARTS:
        if (part := pattern.match(rest)) is not None:
            return _numbers(kind, part, order), part.end()
    if (phrase := PHRASE.match(rest)) is not None:
        return VOCABULARY[phrase[0]], phrase.end()
    raise UnknownPart(rest.split(maxsplit=1)[0][:40])


def _ahead(pattern: re.Pattern[str], part: re.Match[str]) -> Token:
    number = int(part["number"]) if part["number"].isdecimal() else 1
    if pattern is _IN_DAYS:
        return Day(number * (7 if part["weeks"] else 1))
    if pattern is _IN_MINUTES:
        return Ahead(timedelta(minutes=number))
    return Ahead(timedelta(hours=number, minutes=int(part["minutes"] or 0)))


def _numbers(kind: str, part: re.Match[str], order: DateOrder) -> Token:
    match kind:
        case "stamp":
            return Exact(datetime.fromtimestamp(int(part["stamp"]), UTC))
        case "iso":
            return Date(int(part["year"]), int(part["one"]), int(part["two"]))
        case "date":
            return _date(part, order)
        case "clock":
            said = part.groupdict()
            return Clock(int(part["hour"]), int(said.get("minute") or 0), _HALF_LETTERS[said.get("half")])
        case "dotted":
            return Dotted(int(part["one"]), part["two"], _HALF_LETTERS[part["half"]])
        case _:
            return Number(int(part["number"]))


def _date(part: re.Match[str], order: DateOrder) -> Date:
    """A date in the reader's order; where only the other one makes a month, that is meant."""
    year = part.groupdict().get("year")
    full = None if year is None else int(year) + (2000 if len(year) == 2 else 0)
    return date_of(int(part["one"]), int(part["two"]), full, order)


def date_of(one: int, two: int, year: int | None, order: DateOrder) -> Date:
    """Two numbers as month and day."""
    month, day = (one, two) if order is DateOrder.MONTH_FIRST else (two, one)
    return Date(year, day, month) if day <= 12 < month else Date(year, month, day)


def _month_or_tuesday(found: Sequence[Token], place: int, timed: bool) -> Month | NamedDay:
    """ "20 mar" and "Mar 20 8pm" speak of March, "mar a las 20" of a Tuesday."""
    before = found[place - 1] if place else None
    after = found[place + 1] if place + 1 < len(found) else None
    is_month = isinstance(before, Number) or (isinstance(after, Number) and timed)
    return Month(3) if is_month else NamedDay(1)


# --- what can be unclear or wrong -----------------------------------------------------------------------------------


class UnreadableMoment(UserError):
    """The text is no date and time that can be read."""

    text: str
    example: str
    """The next evening, written as this person may write it."""


class UnknownWordInMoment(UserError):
    """One word of it says nothing about a moment."""

    word: str
    example: str


class HourLeftOut(UserError):
    """A day was named, and no hour."""

    text: str
    example: str
    """The same day with an hour."""


class HalfOfDayUnclear(UserError):
    """An hour that comes in the morning and in the evening, each written out."""

    hour: int
    morning: str
    evening: str


class NoSuchDate(UserError):
    """The calendar has no such day."""

    text: str
    example: str


class WeekdayIsAnother(UserError):
    """The date is another day of the week than the one that stands beside it."""

    date: str
    weekday: Weekday
    said: Weekday
