"""Kinds of procedure as files: those of the association, and reading and writing any.

A file names every key of a kind, and nothing else. A part is written as people say it: "at least 70 %", "more than
1/2". A vote keeps the file's text that it began with.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from bot.domain.durations import read_duration, write_duration
from bot.domain.file_bounds import BOUNDS, FileKind, refuse_table_text
from bot.domain.permissions import Capacity
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.voting.procedure_checks import asks_less, problems
from bot.domain.voting.votes import Base, Effect, ElectorateRule, Form, Measure, ProcedureKind, WithoutQuorum
from bot.errors import NotFoundByName, Subject
from bot.rulebooks.errors import RulebookRefused

NOTHING: Final = "none"
_GIVEN_LENGTH: Final = 60
_FOLDER = Path(__file__).parent / "procedures"
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_MEASURE = re.compile(r"(at least|more than) (\d{1,4})(?:/([1-9]\d{0,3})| ?%)", re.ASCII)
_OFFICES: Final = (Capacity.LEADER, Capacity.PRESIDENT, Capacity.ARBITER, Capacity.ORGANISER)

Setting = str | bool | None | timedelta | StrEnum | Measure | tuple["Setting", ...]


class _Wrong(ValueError):
    """A value that its key cannot have; the key is put in by who asked."""

    def __init__(self, code: ProblemCode, given: object = "", options: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.given, self.options = code, str(given)[:_GIVEN_LENGTH], options


@cache
def names() -> tuple[str, ...]:
    """The names of the kinds that come with the bot, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def preset(name: str) -> ProcedureKind:
    """The kind of that name; raises NotFoundByName for a name that `names` does not have."""
    if name not in names():
        raise NotFoundByName(Subject.PROCEDURE, name)
    return _read((_FOLDER / f"{name}.toml").read_bytes(), f"{name}.toml")


def asks_less_than_rule(kind: ProcedureKind) -> tuple[Problem, ...]:
    """Where the kind asks for less than the association's own kind that does the same; empty where it does nothing."""
    rules = [one for one in map(preset, names()) if one.effect is kind.effect and one.effect is not Effect.NONE]
    return tuple(problem for rule in rules for problem in asks_less(kind, rule))


def read(source: str | bytes, file: str) -> ProcedureKind:
    """The kind that a TOML file describes; `file` is its name, for the answer.

    Raises RulebookRefused with every problem that was found: those of its shape first, and once that is right, those of
    its sense, and where it asks for less than the association does for the same.
    """
    found = _read(source, file)
    wrong = asks_less_than_rule(found)
    if wrong:
        raise RulebookRefused(file, wrong)
    return found


def _read(source: str | bytes, file: str) -> ProcedureKind:
    found = _from_table(_parse(source, file))
    wrong = problems(found) if isinstance(found, ProcedureKind) else found
    if wrong or not isinstance(found, ProcedureKind):
        raise RulebookRefused(file, wrong)
    return found


@lru_cache(maxsize=128)
def from_text(text: str) -> ProcedureKind:
    """The kind that `to_toml` wrote; raises ValueError for any other text."""
    found = _from_table(tomllib.loads(text))
    if not isinstance(found, ProcedureKind):
        raise ValueError("not the text of a kind of procedure")
    return found


def to_toml(kind: ProcedureKind) -> str:
    """The kind as a file that reads back as the same kind."""
    return "".join(f"{one.name} = {_write_value(getattr(kind, one.name))}\n" for one in fields(kind))


def measure_text(measure: Measure) -> str:
    """The part as a file has it: "more than 51 %", or as a fraction where it is no whole number of hundredths."""
    word = "more than" if measure.strict else "at least"
    hundredths = measure.fraction * 100
    part = f"{hundredths.numerator} %" if hundredths.denominator == 1 else str(measure.fraction)
    return f"{word} {part}"


def _write_value(value: Setting) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return json.dumps(NOTHING)
        case timedelta():
            return json.dumps(write_duration(value))
        case Measure():
            return json.dumps(measure_text(value))
        case tuple():
            return f"[{', '.join(map(_write_value, value))}]"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _parse(source: str | bytes, file: str) -> Mapping[str, object]:
    BOUNDS[FileKind.PROCEDURE].refuse_size(len(source))
    try:
        text = source.removeprefix("\ufeff") if isinstance(source, str) else source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulebookRefused(file, (Problem("", ProblemCode.NOT_UTF8),)) from None
    refuse_table_text(text, BOUNDS[FileKind.PROCEDURE])
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        place = _PLACE.search(str(broken))
        lines = text.split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
        told = Problem("", ProblemCode.SYNTAX, given=lines[line - 1].strip()[:_GIVEN_LENGTH], line=line, column=column)
        raise RulebookRefused(file, (told,)) from None


def _from_table(table: Mapping[str, object]) -> ProcedureKind | tuple[Problem, ...]:
    wrong: list[Problem] = list(_strangers(table))
    values: dict[str, object] = {}
    for key, reading in _READERS.items():
        if key not in table:
            wrong.append(Problem(key, ProblemCode.MISSING))
            continue
        try:
            values[key] = reading(table[key])
        except _Wrong as refusal:
            wrong.append(Problem(key, refusal.code, given=refusal.given, options=refusal.options))
    # Each reader gives what its field is annotated with; a test reads every preset and writes it back.
    return tuple(wrong) if wrong else ProcedureKind(**values)  # type: ignore[arg-type]


def _strangers(table: Mapping[str, object]) -> Iterator[Problem]:
    for key in table:
        if key not in _READERS:
            yield Problem(key, ProblemCode.UNKNOWN_KEY, options=tuple(get_close_matches(key, _READERS, n=1)))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Wrong(ProblemCode.EXPECTED_TEXT, value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(ProblemCode.EXPECTED_BOOLEAN, value)
    return value


def _duration(value: object) -> timedelta:
    found = read_duration(value) if isinstance(value, str) else None
    if found is None:
        raise _Wrong(ProblemCode.EXPECTED_DURATION, value)
    return found


def _measure(value: object) -> Measure:
    found = _MEASURE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise _Wrong(ProblemCode.EXPECTED_MEASURE, value)
    return Measure(Fraction(int(found[2]), int(found[3] or 100)), strict=found[1] == "more than")


def _one_of(*options: StrEnum) -> Callable[[object], StrEnum]:
    def choose(value: object) -> StrEnum:
        for option in options:
            if value == option.value:
                return option
        raise _Wrong(ProblemCode.NOT_AN_OPTION, value, tuple(map(str, options)))

    return choose


def _list_of(reading: Callable[[object], object]) -> Callable[[object], tuple[object, ...]]:
    def each(value: object) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise _Wrong(ProblemCode.EXPECTED_LIST, value)
        return tuple(reading(one) for one in value)

    return each


def _or_nothing(reading: Callable[[object], object]) -> Callable[[object], object]:
    return lambda value: None if value == NOTHING else reading(value)


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "name": _text,
    "title": _text,
    "form": _one_of(*Form),
    "electorate": _one_of(*ElectorateRule),
    "runs_by": _list_of(_one_of(*_OFFICES)),
    "stands_in": _or_nothing(_one_of(*_OFFICES)),
    "needs_subject": _flag,
    "recuse_subject": _flag,
    "quorum": _or_nothing(_measure),
    "threshold": _measure,
    "base": _one_of(*Base),
    "lasts": _duration,
    "reminders": _list_of(_duration),
    "reopen_for": _duration,
    "without_quorum": _one_of(*WithoutQuorum),
    "extend_by": _duration,
    "effect": _one_of(*Effect),
    "cites": _list_of(_text),
}
