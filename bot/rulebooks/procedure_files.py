"""Kinds of procedure as files: those of the association, and reading and writing any.

A file names every key of a kind, and nothing else. A part is written as people say it: "at least 70 %", "more than
1/2". A vote keeps the file's text that it began with.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from bot.domain.durations import read_duration, write_duration
from bot.domain.file_bounds import FileKind
from bot.domain.permissions import Capacity
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.voting.procedure_checks import asks_less, problems
from bot.domain.voting.votes import Base, Effect, ElectorateRule, Form, Measure, ProcedureKind, WithoutQuorum
from bot.errors import NotFoundByName, Subject
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.library import FOLDER
from bot.rulebooks.strict_tables import Wrong, flag, list_of, one_of, parse, text, values_of

NOTHING: Final = "none"
_FOLDER = FOLDER / "procedures"
_MEASURE = re.compile(r"(at least|more than) (\d{1,4})(?:/([1-9]\d{0,3})| ?%)", re.ASCII)
_OFFICES: Final = (Capacity.LEADER, Capacity.PRESIDENT, Capacity.ARBITER, Capacity.ORGANISER)

Setting = str | bool | None | timedelta | StrEnum | Measure | tuple["Setting", ...]


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
    found = _from_table(parse(source, file, FileKind.PROCEDURE))
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


def _from_table(table: Mapping[str, object]) -> ProcedureKind | tuple[Problem, ...]:
    values, wrong = values_of(table, _READERS)
    # Each reader gives what its field is annotated with; a test reads every preset and writes it back.
    return tuple(wrong) if wrong else ProcedureKind(**values)  # type: ignore[arg-type]


def _duration(value: object) -> timedelta:
    found = read_duration(value) if isinstance(value, str) else None
    if found is None:
        raise Wrong(ProblemCode.EXPECTED_DURATION, value)
    return found


def _measure(value: object) -> Measure:
    found = _MEASURE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise Wrong(ProblemCode.EXPECTED_MEASURE, value)
    return Measure(Fraction(int(found[2]), int(found[3] or 100)), strict=found[1] == "more than")


def _or_nothing(reading: Callable[[object], object]) -> Callable[[object], object]:
    return lambda value: None if value == NOTHING else reading(value)


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "name": text,
    "title": text,
    "form": one_of(*Form),
    "electorate": one_of(*ElectorateRule),
    "runs_by": list_of(one_of(*_OFFICES)),
    "stands_in": _or_nothing(one_of(*_OFFICES)),
    "needs_subject": flag,
    "recuse_subject": flag,
    "quorum": _or_nothing(_measure),
    "threshold": _measure,
    "base": one_of(*Base),
    "lasts": _duration,
    "reminders": list_of(_duration),
    "reopen_for": _duration,
    "without_quorum": one_of(*WithoutQuorum),
    "extend_by": _duration,
    "effect": one_of(*Effect),
    "cites": list_of(text),
}
