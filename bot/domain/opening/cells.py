"""Reading one cell: numbers with either sign for decimals, days, accounts, titles, times as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.domain.countries import CONTINENTS
from bot.domain.entering.accounts import clean_account
from bot.domain.ids import MemberId
from bot.domain.likeness import sound
from bot.domain.opening.lines import Trouble, Won
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.domain.typed_text import NAME_LIMIT
from bot.errors import UserError

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
    """What people's languages call columns, countries and offices, without accents and capitals (`likeness.sound`)."""

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
