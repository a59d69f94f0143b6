"""What an opening list says line by line, read from any table, before anybody asks what it means here.

A table is a spreadsheet's rows, whatever its signs and letters, or the objects of a JSON list. Cells are numbers with
either sign for decimals, days, accounts, titles, times. First and last name in two columns are joined as they stand.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final, cast

from bot.features.registry.titles_model import MasterTitle
from bot.i18n.countries import CONTINENTS
from bot.i18n.names import NAME_LIMIT, sound, speakable
from bot.kernel.errors import UserError
from bot.kernel.files import BOUNDS, Excess, FileBeyond, FileBounds, FileKind, decode, refuse_lines, refuse_object_text
from bot.kernel.ids import MemberId
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
class LineFault:
    """What is wrong with a line: where, what stands there, and what else the sentence names."""

    line: int
    column: Column | None
    trouble: Trouble
    given: str = ""
    other: str = ""


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
    faults: tuple[LineFault, ...]
    columns: tuple[Column, ...]
    """In which somebody has something."""
    unread: tuple[str, ...]
    """Headings that mean nothing here."""
    file_hash: str


class OpeningFileUnreadable(UserError):
    """The file is no table: no JSON list of objects, and no CSV text."""

    file: str


class OpeningColumnMissing(UserError):
    """No heading of the file means a name; `found` are the headings that it has."""

    found: str
    example: str


class OpeningColumnTwice(UserError):
    """Two headings of the file mean one column."""

    first: str
    second: str


# --- cells ----------------------------------------------------------------------------------------------------------


LOWEST_RATING: Final = 1
HIGHEST_RATING: Final = 5_000
MOST_COUNTED: Final = 100_000
"""Games, tournaments, months: more is a slip."""
SITE_LIMIT: Final = 60
_SPACES: Final = re.compile(r"[\s'’]+")
_PLAIN: Final = re.compile(r"\d+(?:[.,]\d*)?|[.,]\d+")
_GROUPED: Final = re.compile(r"\d{1,3}(?:(?P<group>[.,])\d{3})(?:(?P=group)\d{3})*(?:(?!(?P=group))[.,]\d*)?")
_MEMBER: Final = re.compile(r"<@!?(\d{15,20})>|(\d{15,20})")
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
    """A number with a point or a comma before its decimals, and signs between thousands: "2050,5", "2.050,5".

    A single sign with three digits behind it parts thousands, as in "2.050".
    """
    bare = _SPACES.sub("", cell)
    if grouped := _GROUPED.fullmatch(bare):
        bare = bare.replace(grouped["group"], "")
    if not _PLAIN.fullmatch(bare):
        raise Unfit(Trouble.NO_NUMBER)
    return float(bare.replace(",", "."))


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
    found = _MEMBER.fullmatch(cell.strip())
    if found is None or int(found[1] or found[2]) >= 2**63:
        raise Unfit(Trouble.NO_DISCORD)
    return MemberId(int(found[1] or found[2]))


def country(cell: str, words: Words) -> str:
    """The code of a country, from its code, its name in any of the languages, or its flag."""
    bare = _of_flag(cell.strip())
    code = bare.upper() if bare.upper() in CONTINENTS else words.countries.get(sound(bare), "")
    if code not in CONTINENTS:
        raise Unfit(Trouble.NO_COUNTRY)
    return code


def _of_flag(cell: str) -> str:
    letters = [ord(one) - _FLAG for one in cell]
    return "".join(chr(ord("A") + one) for one in letters) if all(0 <= one < _LETTERS for one in letters) else cell


def accounts(cell: str) -> tuple[tuple[str, str], ...]:
    """Accounts as "site: name", several with a bar between them."""
    return tuple(_account(one) for one in parts(cell))


def _account(text: str) -> tuple[str, str]:
    site, _, name = (one.strip() for one in text.partition(":"))
    if not site or len(site) > SITE_LIMIT:
        raise Unfit(Trouble.NO_ACCOUNT)
    try:
        return " ".join(site.split()), clean_account(name)
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
    return tuple(_championship(one, month_first=month_first) for one in parts(cell))


def _championship(text: str, *, month_first: bool) -> Won:
    # Of a cell without end no event's name is read, and the search would take its length squared.
    found = _EVENT.fullmatch(text) if len(text) <= _LONGEST_WIN else None
    event = "" if found is None else " ".join(found["event"].split())
    if found is None or not event or len(event) > NAME_LIMIT:
        raise Unfit(Trouble.NO_EVENT)
    return Won(event, day(found["day"], month_first=month_first))


# --- tables ---------------------------------------------------------------------------------------------------------


_SIGNS: Final = ";\t,"
_LIKE_THOUSANDS: Final = 3
"""Digits behind a sign."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file with their numbers, below their headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_table(data: bytes, file: str, kind: FileKind = FileKind.OPENING) -> Table:
    """The file's cells; raises OpeningFileUnreadable, or FileBeyond for more than anybody would bring of that kind."""
    bounds = BOUNDS[kind]
    bounds.refuse_size(len(data))
    text = speakable(decode(data))
    return _objects(text, file, bounds) if text.lstrip()[:1] in ("[", "{") else _table(text, file, bounds)


def _table(text: str, file: str, bounds: FileBounds) -> Table:
    refuse_lines(text, bounds)
    before, sign = 0, ""
    if text[:4].casefold() == "sep=":
        first, _, text = text.partition("\n")
        before, sign = 1, next((one for one in first[4:5] if one in _SIGNS), "")
    rows = list(_rows(text, file, sign, before))
    while rows and not any(rows[0][1]):
        rows.pop(0)
    return Table(rows[0][1], tuple(rows[1:])) if rows else Table((), ())


def _rows(text: str, file: str, sign: str, before: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign or _sign(text), skipinitialspace=True)
    started = before
    try:
        for row in reader:
            yield started + 1, tuple(one.strip() for one in row)
            started = before + reader.line_num
    except csv.Error:
        # A quote that is never closed runs on to the end of the file, or a cell is longer than any.
        raise OpeningFileUnreadable(file=file) from None


def _sign(text: str) -> str:
    """What stands between cells, by the first line with anything on it; a comma in the last place of doubt."""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    return max(_SIGNS, key=heading.count)


def _objects(text: str, file: str, bounds: FileBounds) -> Table:
    refuse_object_text(text, bounds)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise OpeningFileUnreadable(file=file) from None
    listed = _people_in(found)
    if listed is None:
        raise OpeningFileUnreadable(file=file)
    if len(listed) >= bounds.lines:
        raise FileBeyond(what=Excess.LINES, given=len(listed), limit=bounds.lines)
    headings = tuple(dict.fromkeys(str(key) for one in listed for key in one))
    rows = tuple((at, _of_object(one, headings)) for at, one in enumerate(listed, start=1))
    return Table(tuple(map(speakable, headings)), rows)


def _people_in(found: object) -> list[dict[str, object]] | None:
    """The list, whether it stands alone or under a name of its own; None where there is none."""
    if isinstance(found, dict) and len(found) == 1:
        found = next(iter(found.values()))
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    return found


def _of_object(one: Mapping[str, object], headings: Sequence[str]) -> tuple[str, ...]:
    return tuple(_of_value(one.get(heading)) for heading in headings)


def _of_value(value: object) -> str:
    match value:
        case None | False:
            return ""
        case list():
            return " | ".join(_of_value(one) for one in cast("list[object]", value))
        case dict():
            told = cast("dict[str, object]", value)
            return " | ".join(f"{speakable(site)}: {_of_value(name)}" for site, name in told.items())
        case float():
            return _of_number(value)
        case int():
            return str(value)
        case _:
            # An escape in the file may stand for what was cleaned away where it was written out.
            return speakable(str(value)).strip()


def _of_number(value: float) -> str:
    """The number with its decimals; three of them get a nought, since in a cell they would be read as thousands."""
    whole, _, decimals = f"{value:f}".partition(".")
    told = decimals.rstrip("0")
    padded = f"{told}0" if len(told) == _LIKE_THOUSANDS else told
    return f"{whole}.{padded}" if padded else whole


# --- names in two columns -------------------------------------------------------------------------------------------


class NamePart(StrEnum):
    """The columns that hold a part of the name."""

    FIRST = "first_name"
    LAST = "last_name"


def with_whole_names(table: Table, words: Mapping[str, str], name: str) -> Table:
    """The table with the parts of names in the one column `name`, in the order of their columns.

    `words` say which heading means which column. A heading of a name beside one part holds the other part, as programs
    write it; beside both it holds the whole, and the parts are left as columns that nobody reads.
    """
    meant = [words.get(sound(heading)) for heading in table.headings]
    parts = [at for at, one in enumerate(meant) if one in set(NamePart)]
    has_whole = name in meant and {*NamePart} <= {*meant}
    if not parts or has_whole:
        return table
    joined = sorted([*parts, *(at for at, one in enumerate(meant) if one == name)])
    headings = tuple(_cells_of(table.headings, joined, name))
    rows = tuple((number, tuple(_cells_of(row, joined, _whole(row, joined)))) for number, row in table.rows)
    return replace(table, headings=headings, rows=rows)


def without_parts(words: Mapping[str, str]) -> Mapping[str, str]:
    """The words that mean a column by itself."""
    return {word: column for word, column in words.items() if column not in set(NamePart)}


def _whole(row: Sequence[str], joined: Sequence[int]) -> str:
    """The parts one after the other; one that a longer one holds already is not told twice."""
    cells = [row[at] for at in joined if at < len(row) and row[at]]
    spoken = [set(sound(one).split()) for one in cells]
    return " ".join(one for one, own in zip(cells, spoken, strict=True) if not any(own < other for other in spoken))


def _cells_of(row: Sequence[str], joined: Sequence[int], whole: str) -> Iterator[str]:
    """The row with the whole in the first of the joined columns, and the others empty."""
    for at in range(max(len(row), joined[0] + 1)):
        if at == joined[0]:
            yield whole
        else:
            yield "" if at in joined or at >= len(row) else row[at]
