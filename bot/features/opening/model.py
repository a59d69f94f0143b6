"""What an opening list says line by line, before anybody asks what it means here.

Cells are numbers with either sign for decimals, days, accounts, titles, times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from bot.features.registry.titles_model import MasterTitle
from bot.i18n.countries import CONTINENTS
from bot.i18n.names import NAME_LIMIT, sound
from bot.kernel.errors import UserError
from bot.kernel.ids import MemberId
from bot.people.lists_model import MOST_COUNTED, LineFault, member_in, number_in, tidy
from bot.people.model import ArbiterTitle, Office, clean_account

# --- lines ----------------------------------------------------------------------------------------------------------


class Column(StrEnum):
    """The columns that a list may have, in the order of the template; every list has the first."""

    NAME = "name"
    DISCORD = "discord"
    RATING = "rating"
    GAMES = "games"
    REGISTERED_SINCE = "registered_since"
    COUNTRY = "country"
    CLUB = "club"
    ACCOUNTS = "accounts"
    MASTER_TITLE = "master_title"
    MASTER_SINCE = "master_since"
    ARBITER_TITLE = "arbiter_title"
    ARBITER_SINCE = "arbiter_since"
    TIME_AS_ARBITER = "time_as_arbiter"
    REFEREED = "refereed"
    CHAMPIONSHIPS = "championships"
    WORLD_TITLES = "world_titles"
    BAR_REASON = "bar_reason"
    BAR_SINCE = "bar_since"
    BAR_UNTIL = "bar_until"
    OFFICE = "office"


FREE: Final = frozenset(
    {
        Column.NAME,
        Column.DISCORD,
        Column.RATING,
        Column.GAMES,
        Column.REGISTERED_SINCE,
        Column.COUNTRY,
        Column.CLUB,
        Column.ACCOUNTS,
    }
)
"""What organisers may bring; every other column is for the server's owner or the President."""


class Trouble(StrEnum):
    """What can be wrong with a line."""

    NAME_MISSING = "name_missing"
    TOO_LONG = "too_long"
    MORE_CELLS = "more_cells"
    """More cells than the heading has, as where a decimal comma was taken for the end of a cell."""
    NO_NUMBER = "no_number"
    RATING_RANGE = "rating_range"
    NOT_WHOLE = "not_whole"
    NO_DATE = "no_date"
    DATE_EITHER_WAY = "date_either_way"
    """Day and month could be swapped."""
    IN_THE_FUTURE = "in_the_future"
    NO_COUNTRY = "no_country"
    NO_DISCORD = "no_discord"
    NO_ACCOUNT = "no_account"
    NO_MASTER_TITLE = "no_master_title"
    NO_ARBITER_TITLE = "no_arbiter_title"
    NO_OFFICE = "no_office"
    NO_TIME = "no_time"
    NO_EVENT = "no_event"
    DATES_OF_TITLES = "dates_of_titles"
    """Not as many dates as titles."""
    DATE_WITHOUT_TITLE = "date_without_title"
    TIME_WITHOUT_TITLE = "time_without_title"
    GAMES_WITHOUT_RATING = "games_without_rating"
    BAR_WITHOUT_REASON = "bar_without_reason"
    BAR_BACKWARDS = "bar_backwards"
    BAR_IS_OVER = "bar_is_over"
    ARBITER_AND_MASTER = "arbiter_and_master"
    MEMBER_TWICE = "member_twice"
    PERSON_TWICE = "person_twice"
    """Two lines mean one person, as was said of both."""
    ACCOUNT_TWICE = "account_twice"
    ACCOUNT_HELD = "account_held"
    ACCOUNT_OTHER = "account_other"
    """The person is known by another account there."""
    RATING_STANDS = "rating_stands"
    """An event was rated here, and ratings are put right by hand."""
    OFFICE_TWICE = "office_twice"
    OFFICE_HELD = "office_held"
    OFFICE_WITHOUT_DISCORD = "office_without_discord"
    ARBITER_TITLE_HELD = "arbiter_title_held"
    MASTERS_HELD = "masters_held"
    """An arbiter title would cost the person master titles, and only the own word gives those up."""
    EVENT_TWICE = "event_twice"
    EVENT_HAS_CHAMPION = "event_has_champion"
    EXPELLED = "expelled"
    DECIDED_HERE = "decided_here"
    """A match, a vote, a bar or a correction here has decided it, and no list of the time before says otherwise."""
    BARRED_ALREADY = "barred_already"
    OWN_BAR = "own_bar"
    """Who confirms plays beside the person, or is the person."""


@dataclass(frozen=True, slots=True)
class OpeningFault(LineFault):
    """What is wrong with a line of an opening list."""

    column: Column | None
    trouble: Trouble


@dataclass(frozen=True, slots=True)
class Won:
    """A championship and the day on which it was won."""

    event: str
    on: date


@dataclass(frozen=True, slots=True)
class BarLine:
    """A bar in force; without `since` from the day of the list, without `until` until further notice."""

    reason: str
    since: date | None = None
    until: date | None = None
    """Its last day."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """One person of the list. `number` counts the lines of the file, its heading included."""

    number: int
    name: str
    member_id: MemberId | None = None
    rating: float | None = None
    games: int | None = None
    registered_since: date | None = None
    country: str | None = None
    club: str | None = None
    accounts: tuple[tuple[str, str], ...] = ()
    """Sites and names."""
    masters: tuple[tuple[MasterTitle, date | None], ...] = ()
    arbiter: ArbiterTitle | None = None
    arbiter_since: date | None = None
    as_arbiter: tuple[int, int] | None = None
    """Months and days."""
    refereed: int | None = None
    championships: tuple[Won, ...] = ()
    world_titles: tuple[Won, ...] = ()
    bar: BarLine | None = None
    office: Office | None = None


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """A file as it was read."""

    lines: tuple[OpeningLine, ...]
    """Those without a fault."""
    faults: tuple[OpeningFault, ...]
    columns: tuple[Column, ...]
    """In which somebody has something."""
    unread: tuple[str, ...]
    """Headings that mean nothing here."""
    file_hash: str


class OpeningFileUnreadable(UserError):
    """The file is no table: no JSON list of objects, and no CSV text."""

    file: str


# --- cells ----------------------------------------------------------------------------------------------------------


LOWEST_RATING: Final = 1
HIGHEST_RATING: Final = 5_000
SITE_LIMIT: Final = 60
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?")
_WRITTEN: Final = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_DAY: Final = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}"
_EVENT: Final = re.compile(rf"(?P<event>.*?)[\s,:(\[–-]*(?P<day>{_DAY})[)\]\s]*", re.DOTALL)
_LONGEST_WIN: Final = 2 * NAME_LIMIT
"""Characters of an event's name, its day, and what stands between them."""
_SERVED: Final = re.compile(r"(\d+)\s*([^\W\d_]*)\.?")
_BETWEEN: Final = re.compile(r"[|;\n]")
_MONTHS_A_YEAR: Final = 12
_LAST_MONTH: Final = 12
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 2999
"""Spreadsheets write 9999-12-31 for a bar without an end; the day after it is no date at all."""
_FLAG: Final = 0x1F1E6
_LETTERS: Final = 26


class Unfit(Exception):
    """What is wrong with a cell."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class Words:
    """What languages call columns, countries and offices, without accents and capitals (`i18n_names.sound`)."""

    columns: Mapping[str, str]
    countries: Mapping[str, str]
    offices: Mapping[str, str]
    month_first: bool = False
    """Whether the reader may mean May by the first number of 05/06/2024."""


def parts(cell: str) -> Iterator[str]:
    """The things that a cell lists, one after the other."""
    return (one for one in map(str.strip, _BETWEEN.split(cell)) if one)


def number(cell: str) -> float:
    """A number, however its decimals and thousands are parted."""
    found = number_in(cell)
    if found is None:
        raise Unfit(Trouble.NO_NUMBER)
    return found


def rating(cell: str) -> float:
    """A rating, with six decimals at the most, as lists publish it."""
    found = round(number(cell), 6)
    if not LOWEST_RATING <= found <= HIGHEST_RATING:
        raise Unfit(Trouble.RATING_RANGE)
    return found


def whole(cell: str) -> int:
    """A count of something."""
    found = number(cell)
    if found > MOST_COUNTED or found != int(found):
        raise Unfit(Trouble.NOT_WHOLE)
    return int(found)


def day(cell: str, *, month_first: bool) -> date:
    """A day as `2024-05-31`, or with the year at its end; a month in the first place only where nothing else fits.

    Raises Unfit for who may mean the month by the first number, where the second could be it as well.
    """
    if iso := _ISO.fullmatch(cell.strip()):
        return _date(*map(int, iso.groups()))
    written = _WRITTEN.fullmatch(cell.strip())
    if written is None:
        raise Unfit(Trouble.NO_DATE)
    first, second, year = map(int, written.groups())
    if month_first and first != second and max(first, second) <= _LAST_MONTH:
        raise Unfit(Trouble.DATE_EITHER_WAY)
    return _date(year, first, second) if second > _LAST_MONTH else _date(year, second, first)


def _date(year: int, month: int, number_in_month: int) -> date:
    try:
        found = date(year, month, number_in_month)
    except ValueError:
        raise Unfit(Trouble.NO_DATE) from None
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise Unfit(Trouble.NO_DATE)
    return found


def member(cell: str) -> MemberId:
    """Somebody's Discord, by the mention or the number."""
    found = member_in(cell)
    if found is None:
        raise Unfit(Trouble.NO_DISCORD)
    return found


def country(cell: str, words: Words) -> str:
    """The code of a country, from its code, its name in any of the languages, or its flag."""
    bare = _of_flag(cell.strip())
    code = bare.upper() if bare.upper() in CONTINENTS else words.countries.get(sound(bare), "")
    if code not in CONTINENTS:
        raise Unfit(Trouble.NO_COUNTRY)
    return code


def _of_flag(cell: str) -> str:
    letters = [ord(one) - _FLAG for one in cell]
    return (
        "".join(chr(ord("A") + letter) for letter in letters)
        if all(0 <= letter < _LETTERS for letter in letters)
        else cell
    )


def accounts(cell: str) -> tuple[tuple[str, str], ...]:
    """Accounts as "site: name", several with a bar between them."""
    return tuple(_account(part) for part in parts(cell))


def _account(text: str) -> tuple[str, str]:
    site, _, name = (one.strip() for one in text.partition(":"))
    if not site or len(site) > SITE_LIMIT:
        raise Unfit(Trouble.NO_ACCOUNT)
    try:
        return tidy(site), clean_account(name)
    except UserError:
        raise Unfit(Trouble.NO_ACCOUNT) from None


def masters(cell: str) -> tuple[MasterTitle, ...]:
    """Master titles by their short names."""
    found = [one.strip().upper() for one in re.split(r"[|;,+/\s]+", cell) if one.strip()]
    if not set(found) <= set(MasterTitle):
        raise Unfit(Trouble.NO_MASTER_TITLE)
    return tuple(MasterTitle(one) for one in dict.fromkeys(found))


def arbiter(cell: str) -> ArbiterTitle:
    """An arbiter title by its short name."""
    if cell.strip().upper() not in set(ArbiterTitle):
        raise Unfit(Trouble.NO_ARBITER_TITLE)
    return ArbiterTitle(cell.strip().upper())


def office(cell: str, words: Words) -> Office:
    """An office by its name in any of the languages."""
    word = words.offices.get(sound(cell), sound(cell))
    if word not in set(Office):
        raise Unfit(Trouble.NO_OFFICE)
    return Office(word)


def time_served(cell: str) -> tuple[int, int]:
    """Months and days: "2 months 10 days", "1 ano 2 m", "2/10", or months alone."""
    bare = cell.strip()
    if plain := re.fullmatch(r"(\d{1,7})(?:\s*/\s*(\d{1,7}))?", bare):
        return _within_bounds(int(plain[1]), int(plain[2] or 0))
    months = days = 0
    for amount, unit in _SERVED.findall(bare):
        match unit[:1].casefold():
            case "m":
                months += int(amount[:7])
            case "d" | "g":
                days += int(amount[:7])
            case "y" | "a":
                months += int(amount[:7]) * _MONTHS_A_YEAR
            case _:
                raise Unfit(Trouble.NO_TIME)
    if not _SERVED.search(bare):
        raise Unfit(Trouble.NO_TIME)
    return _within_bounds(months, days)


def _within_bounds(months: int, days: int) -> tuple[int, int]:
    if months > 1_200 or days > 40_000:
        raise Unfit(Trouble.NO_TIME)
    return months, days


def championships(cell: str, *, month_first: bool) -> tuple[Won, ...]:
    """Championships with their days, "Open 2019 (2019-11-24)", several with a bar between them."""
    return tuple(_championship(part, month_first=month_first) for part in parts(cell))


def _championship(text: str, *, month_first: bool) -> Won:
    # Of a cell without end no event's name is read, and the search would take its length squared.
    found = _EVENT.fullmatch(text) if len(text) <= _LONGEST_WIN else None
    event = "" if found is None else tidy(found["event"])
    if found is None or not event or len(event) > NAME_LIMIT:
        raise Unfit(Trouble.NO_EVENT)
    return Won(event, day(found["day"], month_first=month_first))
