"""Kinds of procedure as files, and what makes one impossible to run, found before a vote is opened by it.

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
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from bot.features.voting.model import (
    BallotForm,
    Base,
    ElectorateRule,
    Measure,
    ProcedureKind,
    VoteEffect,
    WithoutQuorum,
)
from bot.kernel.errors import NotFoundByName, Subject
from bot.kernel.files import FileKind
from bot.kernel.outages import read_duration, write_duration
from bot.people.model import Capacity
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.rulebook_checks import MOST_CITES, MOST_REMINDERS, NAME_LENGTH, TITLE_LENGTH, is_slug
from bot.rulebooks.library import FOLDER, RulebookRefused
from bot.rulebooks.strict_tables import Wrong, flag, list_of, one_of, parse, text, values_of

# --- what makes a kind impossible -----------------------------------------------------------------------------------


ABOUT_NOBODY: Final = frozenset({VoteEffect.NONE, VoteEffect.OPEN_ELECTION, VoteEffect.ELECT_LEADER})
"""What a decision may do where no person is concerned."""
SHORTEST: Final = timedelta(days=1)
"""How long a vote that does something is open at the least, and again where it is opened anew, to be noticed."""
_SIGNED: Final = frozenset({BallotForm.APPROVALS, BallotForm.SIGNATURES})


def problems(kind: ProcedureKind) -> tuple[RulebookProblem, ...]:
    """Everything that keeps the kind from being run; empty when it is sound."""
    return (*_texts(kind), *_measures(kind), *_times(kind), *_form(kind))


def asks_less(kind: ProcedureKind, rule: ProcedureKind) -> Iterator[RulebookProblem]:
    """Where a kind that does the same as the association's `rule` would do it by another body, or by fewer.

    A community's own procedure may ask for more: what an effect asks for is not one officer's to lower.
    """
    yield from _by_others(kind, rule)
    for key, own, least in (("quorum", kind.quorum, rule.quorum), ("threshold", kind.threshold, rule.threshold)):
        if least is not None and _is_lower(own, least):
            yield RulebookProblem(key, ProblemCode.TOO_LOW, given=_part(own), limit=_part(least))
    for runner in {*kind.runs_by, kind.stands_in} - {*rule.runs_by, rule.stands_in, None}:
        yield RulebookProblem("runs_by", ProblemCode.NOT_AN_OPTION, given=str(runner), options=rule.runs_by)
    for key, length in (("lasts", kind.lasts), ("reopen_for", kind.reopen_for)):
        if length < SHORTEST:
            given, limit = write_duration(length), write_duration(SHORTEST)
            yield RulebookProblem(key, ProblemCode.TOO_LOW, given=given, limit=limit)


def _by_others(kind: ProcedureKind, rule: ProcedureKind) -> Iterator[RulebookProblem]:
    if kind.form is not rule.form:
        yield _only("form", kind.form, rule.form)
    if kind.electorate is not rule.electorate:
        yield _only("electorate", kind.electorate, rule.electorate)
    if kind.base not in {rule.base, Base.ELECTORATE}:
        yield _only("base", kind.base, rule.base)
    if kind.recuse_subject is not rule.recuse_subject:
        # Either way somebody decides who would not: whom it concerns, or the others without them.
        yield _only("recuse_subject", str(kind.recuse_subject).lower(), str(rule.recuse_subject).lower())


def _is_lower(own: Measure | None, least: Measure) -> bool:
    return own is None or (own.fraction, own.strict) < (least.fraction, least.strict)


def _part(measure: Measure | None) -> str:
    return "none" if measure is None else f"{'>' if measure.strict else '≥'} {measure.fraction * 100} %"


def _texts(kind: ProcedureKind) -> Iterator[RulebookProblem]:
    if not is_slug(kind.name):
        yield RulebookProblem("name", ProblemCode.NOT_A_SLUG, given=kind.name, limit=str(NAME_LENGTH))
    if not kind.title.strip():
        yield RulebookProblem("title", ProblemCode.EMPTY)
    elif len(kind.title) > TITLE_LENGTH:
        yield RulebookProblem("title", ProblemCode.TOO_LONG, given=str(len(kind.title)), limit=str(TITLE_LENGTH))
    if len(kind.cites) > MOST_CITES:
        yield RulebookProblem("cites", ProblemCode.TOO_MANY, given=str(len(kind.cites)), limit=str(MOST_CITES))
    if not kind.runs_by:
        yield RulebookProblem("runs_by", ProblemCode.EMPTY)


def _measures(kind: ProcedureKind) -> Iterator[RulebookProblem]:
    for key, measure in (("quorum", kind.quorum), ("threshold", kind.threshold)):
        if measure is not None and (measure.fraction > 1 or (measure.strict and measure.fraction == 1)):
            yield RulebookProblem(key, ProblemCode.TOO_HIGH, given=f"{measure.fraction * 100} %", limit="100 %")


def _times(kind: ProcedureKind) -> Iterator[RulebookProblem]:
    for key, length in (("lasts", kind.lasts), ("reopen_for", kind.reopen_for), ("extend_by", kind.extend_by)):
        if length <= timedelta(0):
            yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_duration(length))
    if len(kind.reminders) > MOST_REMINDERS:
        yield RulebookProblem(
            "reminders", ProblemCode.TOO_MANY, given=str(len(kind.reminders)), limit=str(MOST_REMINDERS)
        )
    if any(first <= second for first, second in pairwise(kind.reminders)):
        yield RulebookProblem("reminders", ProblemCode.NOT_LONGEST_FIRST)
    if kind.reminders and kind.reminders[0] >= kind.lasts:
        longest, lasts = write_duration(kind.reminders[0]), write_duration(kind.lasts)
        yield RulebookProblem("reminders[0]", ProblemCode.NOT_SHORTER, given=longest, limit=lasts, other="lasts")


def _form(kind: ProcedureKind) -> Iterator[RulebookProblem]:
    if kind.form in _SIGNED and kind.base is not Base.ELECTORATE:
        yield _only("base", kind.base, Base.ELECTORATE)
    if kind.form in _SIGNED and kind.quorum is not None:
        yield _only("quorum", "…", "none")
    if (kind.form is BallotForm.APPROVALS) != (kind.electorate is ElectorateRule.LEADER_AND_PRESIDENT):
        yield _only("electorate", kind.electorate, ElectorateRule.LEADER_AND_PRESIDENT)
    if (kind.effect is VoteEffect.ELECT_LEADER) != (kind.form is BallotForm.CANDIDATES):
        yield _only("form", kind.form, BallotForm.CANDIDATES)
    if kind.effect not in ABOUT_NOBODY and not kind.needs_subject:
        yield _only("needs_subject", "false", "true")


def _only(key: str, given: str, option: str) -> RulebookProblem:
    return RulebookProblem(key, ProblemCode.NOT_AN_OPTION, given=given, options=(option,))


# --- files ----------------------------------------------------------------------------------------------------------


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


def asks_less_than_rule(kind: ProcedureKind) -> tuple[RulebookProblem, ...]:
    """Where the kind asks for less than the association's own kind that does the same; empty where it does nothing."""
    rules = [one for one in map(preset, names()) if one.effect is kind.effect and one.effect is not VoteEffect.NONE]
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
    return "".join(f"{field.name} = {_write_value(getattr(kind, field.name))}\n" for field in fields(kind))


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


def _from_table(table: Mapping[str, object]) -> ProcedureKind | tuple[RulebookProblem, ...]:
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
    "form": one_of(*BallotForm),
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
    "effect": one_of(*VoteEffect),
    "cites": list_of(text),
}
