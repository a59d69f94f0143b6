"""Small files of TOML that are read key by key; among them the dated numbers of titles.

Each key has a reader, none is missing, none is unknown.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from bot.kernel.files import BOUNDS, FileKind, refuse_table_text, without_zero
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.rating import ArbiterNumbers, MasterNumbers, TitleNumbers, title_numbers_in_force
from bot.rulebooks.library import RulebookRefused

# --- strict reading -------------------------------------------------------------------------------------------------


GIVEN_LENGTH: Final = 60
_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")

Reader = Callable[[object], object]


class Wrong(ValueError):
    """A value that its key cannot have; the key is put in by who asked."""

    def __init__(
        self, code: ProblemCode, given: object = "", options: tuple[str, ...] = (), limit: object = ""
    ) -> None:
        super().__init__(code)
        self.code, self.given, self.options, self.limit = code, str(given)[:GIVEN_LENGTH], options, str(limit)


def parse(source: str | bytes, file: str, kind: FileKind) -> Mapping[str, object]:
    """The file's table; raises FileBeyond, and RulebookRefused with the place where it is no TOML."""
    BOUNDS[kind].refuse_size(len(source))
    try:
        found = source.removeprefix("\ufeff") if isinstance(source, str) else source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulebookRefused(file, (RulebookProblem("", ProblemCode.NOT_UTF8),)) from None
    found = without_zero(found)
    refuse_table_text(found, BOUNDS[kind])
    try:
        return tomllib.loads(found)
    except (ValueError, RecursionError) as broken:
        place = _PLACE.search(str(broken))
        lines = found.split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
        told = RulebookProblem(
            "", ProblemCode.SYNTAX, given=lines[line - 1].strip()[:GIVEN_LENGTH], line=line, column=column
        )
        raise RulebookRefused(file, (told,)) from None


def values_of(
    table: Mapping[str, object], readers: Mapping[str, Reader], within: str = ""
) -> tuple[dict[str, object], list[RulebookProblem]]:
    """What the readers make of their keys, and everything that is wrong; `within` is the table's own key."""
    wrong = list(_strangers(table, readers, within))
    values: dict[str, object] = {}
    for key, reading in readers.items():
        if key not in table:
            wrong.append(RulebookProblem(within + key, ProblemCode.MISSING))
            continue
        try:
            values[key] = reading(table[key])
        except Wrong as refusal:
            told = RulebookProblem(
                within + key, refusal.code, given=refusal.given, limit=refusal.limit, options=refusal.options
            )
            wrong.append(told)
    return values, wrong


def _strangers(table: Mapping[str, object], readers: Mapping[str, Reader], within: str) -> Iterator[RulebookProblem]:
    for key in table:
        if key not in readers:
            nearest = tuple(get_close_matches(key, readers, n=1))
            yield RulebookProblem(f"{within}{key}", ProblemCode.UNKNOWN_KEY, options=nearest)


def text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise Wrong(ProblemCode.EXPECTED_TEXT, value)
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Wrong(ProblemCode.EXPECTED_BOOLEAN, value)
    return value


def whole(least: int, most: int) -> Callable[[object], int]:
    """A whole number from one to the other."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Wrong(ProblemCode.EXPECTED_INTEGER, value)
        if value < least:
            raise Wrong(ProblemCode.TOO_LOW, value, limit=least)
        if value > most:
            raise Wrong(ProblemCode.TOO_HIGH, value, limit=most)
        return value

    return read


def one_of(*options: StrEnum) -> Callable[[object], StrEnum]:
    """One of the options, by its own word."""

    def choose(value: object) -> StrEnum:
        for option in options:
            if value == option.value:
                return option
        raise Wrong(ProblemCode.NOT_AN_OPTION, value, tuple(map(str, options)))

    return choose


def list_of(reading: Reader) -> Callable[[object], tuple[object, ...]]:
    """A list, each value of which reads so."""

    def each(value: object) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise Wrong(ProblemCode.EXPECTED_LIST, value)
        return tuple(reading(one) for one in value)

    return each


# --- numbers of titles ----------------------------------------------------------------------------------------------


_FILE = Path(__file__).parent / "titles" / "aije.toml"

Table = dict[str, object]


@cache
def title_numbers() -> tuple[TitleNumbers, ...]:
    """The association's own numbers, earliest first."""
    return read(_FILE.read_text("utf-8"))


def smaller_event(moment: datetime) -> int:
    """The entrants of the largest event that an ANP ran alone at that moment (AIJE-B01-ANP)."""
    return title_numbers_in_force(title_numbers(), moment).arbiter.smaller_event


def read(text: str) -> tuple[TitleNumbers, ...]:
    """The dated tables of a file, earliest first; raises ValueError naming what is missing, unknown or no number."""
    tables = tomllib.loads(text).get("numbers")
    if not isinstance(tables, list) or not tables:
        raise ValueError("a file of title numbers needs at least one [[numbers]]")
    found = [_numbers(table) for table in tables]
    if len({one.in_force_from for one in found}) < len(found):
        raise ValueError("two tables begin on the same day")
    return tuple(sorted(found, key=lambda one: one.in_force_from))


def _numbers(table: Table) -> TitleNumbers:
    begins = table.get("in_force_from")
    if type(begins) is not date:
        raise ValueError(f"in_force_from has to be a date, not {begins!r}")
    master, arbiter = _Section(table, "master"), _Section(table, "arbiter")
    read_ = TitleNumbers(
        begins,
        MasterNumbers(
            country_players_above=master.whole("country_players_above"),
            national_rating=master.number("national_rating"),
            candidate_rating=master.number("candidate_rating"),
            master_rating=master.number("master_rating"),
            international_rating=master.number("international_rating"),
            masters_beaten=master.whole("masters_beaten"),
            grandmaster_rating=master.number("grandmaster_rating"),
            grandmaster_victories=master.whole("grandmaster_victories"),
        ),
        ArbiterNumbers(
            exam_every=timedelta(days=arbiter.whole("exam_every_days")),
            provisional_months=arbiter.whole("provisional_months"),
            jeek_refereed=arbiter.whole("jeek_refereed"),
            international_refereed=arbiter.whole("international_refereed"),
            international_rating=arbiter.number("international_rating"),
            smaller_event=arbiter.whole("smaller_event"),
        ),
    )
    master.refuse_unread()
    arbiter.refuse_unread()
    return read_


class _Section:
    """A table whose keys are read once each, so that a misspelt one is noticed."""

    def __init__(self, table: Table, name: str) -> None:
        found = table.get(name)
        if not isinstance(found, dict):
            raise ValueError(f"the table {name} is missing")
        self._name = name
        self._left: Table = dict(found)

    def number(self, key: str) -> float:
        """A number that is not negative."""
        value = self._left.pop(key, None)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise ValueError(f"{self._name}.{key} has to be a number, not {value!r}")
        return value

    def whole(self, key: str) -> int:
        """A whole number that is not negative."""
        value = self.number(key)
        if not isinstance(value, int):
            raise ValueError(f"{self._name}.{key} has to be a whole number, not {value!r}")
        return value

    def refuse_unread(self) -> None:
        """Raises ValueError for a key that nobody asked for."""
        if self._left:
            raise ValueError(f"{self._name} has no setting {', '.join(sorted(self._left))}")
