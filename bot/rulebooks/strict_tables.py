"""Small files of TOML that are read key by key: each key has a reader, none is missing, none is unknown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from bot.domain.file_bounds import BOUNDS, FileKind, refuse_table_text
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.rulebooks.errors import RulebookRefused

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
        raise RulebookRefused(file, (Problem("", ProblemCode.NOT_UTF8),)) from None
    refuse_table_text(found, BOUNDS[kind])
    try:
        return tomllib.loads(found)
    except (ValueError, RecursionError) as broken:
        place = _PLACE.search(str(broken))
        lines = found.split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
        told = Problem("", ProblemCode.SYNTAX, given=lines[line - 1].strip()[:GIVEN_LENGTH], line=line, column=column)
        raise RulebookRefused(file, (told,)) from None


def values_of(
    table: Mapping[str, object], readers: Mapping[str, Reader], within: str = ""
) -> tuple[dict[str, object], list[Problem]]:
    """What the readers make of their keys, and everything that is wrong; `within` is the table's own key."""
    wrong = list(_strangers(table, readers, within))
    values: dict[str, object] = {}
    for key, reading in readers.items():
        if key not in table:
            wrong.append(Problem(within + key, ProblemCode.MISSING))
            continue
        try:
            values[key] = reading(table[key])
        except Wrong as refusal:
            told = Problem(
                within + key, refusal.code, given=refusal.given, limit=refusal.limit, options=refusal.options
            )
            wrong.append(told)
    return values, wrong


def _strangers(table: Mapping[str, object], readers: Mapping[str, Reader], within: str) -> Iterator[Problem]:
    for key in table:
        if key not in readers:
            nearest = tuple(get_close_matches(key, readers, n=1))
            yield Problem(f"{within}{key}", ProblemCode.UNKNOWN_KEY, options=nearest)


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
