"""The rules of a series as files: those that come with the bot, and reading and writing any.

A file names every key, and nothing else. A series keeps the text that `to_toml` writes, beside its SHA-256, and reads
it back without touching the file again.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, cast

from bot.kernel.errors import NotFoundByName, Subject
from bot.kernel.files import FileKind
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.formats import FORMATS
from bot.play.series import (
    MOST_EVENTS,
    MOST_FINALISTS,
    MOST_PLACES,
    MOST_POINTS,
    NAME_LENGTH,
    CircuitRules,
    SeriesLevel,
    Shared,
)
from bot.rulebooks.library import RulebookRefused
from bot.rulebooks.strict_tables import Reader, Wrong, flag, list_of, one_of, parse, text, values_of, whole

ANY: Final = "any"
_FOLDER: Final = Path(__file__).parent / "series"
_PLACES: Final = re.compile(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", re.ASCII)


@cache
def names() -> tuple[str, ...]:
    """The names of the rules that come with the bot, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def preset(name: str) -> CircuitRules:
    """The rules of that name; raises NotFoundByName for a name that `names` does not have."""
    if name not in names():
        raise NotFoundByName(Subject.SERIES, name)
    return read((_FOLDER / f"{name}.toml").read_bytes(), f"{name}.toml")


def read(source: str | bytes, file: str) -> CircuitRules:
    """The rules that a TOML file has; `file` is its name, for the answer.

    Raises RulebookRefused with every problem that was found, each with its place.
    """
    found = _from_table(parse(source, file, FileKind.SERIES))
    if not isinstance(found, CircuitRules):
        raise RulebookRefused(file, found)
    return found


@lru_cache(maxsize=128)
def from_text(written: str) -> CircuitRules:
    """The rules that `to_toml` wrote; raises ValueError for any other text."""
    found = _from_table(tomllib.loads(written))
    if not isinstance(found, CircuitRules):
        raise ValueError("not the text of a series' rules")
    return found


def fingerprint(rules: CircuitRules) -> str:
    """SHA-256 of the rules' own text, in hexadecimal."""
    return sha256(to_toml(rules).encode()).hexdigest()


def to_toml(rules: CircuitRules) -> str:
    """The rules as a file that reads back as the same rules; equal rules give equal texts."""
    named = json.dumps(rules.name, ensure_ascii=False).replace("\x7f", "\\u007f")
    formats = json.dumps([str(one) for one in rules.formats]) if rules.formats else json.dumps(ANY)
    return "\n".join(
        (
            f"name = {named}",
            "\n[points]",
            *(f"{places} = {points}" for places, points in _ranges(rules.places)),
            f"played = {rules.played}",
            f'shared = "{rules.shared}"',
            f"withdrawn = {_flag(rules.withdrawn)}",
            "\n[events]",
            f"best = {rules.best}",
            f"formats = {formats}",
            f"unrated = {_flag(rules.unrated)}",
            "\n[table]",
            f"order = {json.dumps([str(one) for one in rules.level])}",
            "\n[final]",
            f"players = {rules.finalists}",
            "",
        )
    )


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _ranges(places: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The places as a file names them, those that give the same as one line."""
    at = 1
    for points, some in groupby(places):
        last = at + sum(1 for _ in some) - 1
        yield (str(at) if last == at else f"{at}-{last}"), points
        at = last + 1


def _from_table(table: Mapping[str, object]) -> CircuitRules | tuple[RulebookProblem, ...]:
    values, wrong = values_of(table, {"name": _name, **dict.fromkeys(_TABLES, _table)})
    found: dict[str, object] = {"name": values.get("name")}
    for key, readers in _TABLES.items():
        if key in values:
            inner = dict(values[key])  # type: ignore[call-overload]
            if key == "points":
                found["places"], faults = _read_places(inner)
                wrong += faults
                inner = {one: value for one, value in inner.items() if not _PLACES.fullmatch(one)}
            read_values, faults = values_of(inner, readers, f"{key}.")
            wrong += faults
            found |= {_FIELDS.get(one, one): value for one, value in read_values.items()}
    if not wrong:
        wrong += _senses(found)
    # Each reader gives what its field is annotated with; a test reads every preset and writes it back.
    return tuple(wrong) if wrong else CircuitRules(**found)  # type: ignore[arg-type]


def _read_places(table: Mapping[str, object]) -> tuple[tuple[int, ...], list[RulebookProblem]]:
    """What the places give, from the first on: no place twice, none left out."""
    given: dict[int, int] = {}
    wrong: list[RulebookProblem] = []
    for key, value in table.items():
        named = _PLACES.fullmatch(key)
        if named is None:
            continue
        try:
            given |= _places_of(named, _POINTS(value), given)
        except Wrong as refusal:
            wrong.append(RulebookProblem(f"points.{key}", refusal.code, given=refusal.given, limit=refusal.limit))
    gap = next((place for place in range(1, max(given, default=0)) if place not in given), None)
    if gap is not None and not wrong:
        wrong.append(RulebookProblem(f"points.{gap}", ProblemCode.MISSING))
    return tuple(given[place] for place in sorted(given)), wrong


def _places_of(named: re.Match[str], points: int, given: Mapping[int, int]) -> dict[int, int]:
    """The places of one line with what each gives; raises Wrong."""
    first, last = int(named[1]), int(named[2] or named[1])
    if last < first or last > MOST_PLACES:
        raise Wrong(ProblemCode.TOO_HIGH, named[0], limit=MOST_PLACES)
    some = range(first, last + 1)
    if not given.keys().isdisjoint(some):
        raise Wrong(ProblemCode.STANDS_TWICE, named[0])
    return dict.fromkeys(some, points)


def _senses(found: Mapping[str, object]) -> Iterator[RulebookProblem]:
    """What reads well and makes no sense: a place that gives more than the one before it, a tie-break twice."""
    yield from _rises(cast("tuple[int, ...]", found["places"]), cast("int", found["played"]))
    for key, name in (("table.order", "level"), ("events.formats", "formats")):
        listed = cast("tuple[str, ...]", found[name])
        twice = [one for one in listed if listed.count(one) > 1]
        if twice:
            yield RulebookProblem(key, ProblemCode.STANDS_TWICE, given=str(twice[0]))


def _rises(places: Sequence[int], played: int) -> Iterator[RulebookProblem]:
    for place, (better, worse) in enumerate(pairwise((*places, played)), start=2):
        if worse > better:
            key = f"points.{place}" if place <= len(places) else "points.played"
            yield RulebookProblem(key, ProblemCode.TOO_HIGH, given=str(worse), limit=str(better))


def _name(value: object) -> str:
    named = text(value).strip()
    if not named:
        raise Wrong(ProblemCode.EMPTY)
    if len(named) > NAME_LENGTH:
        raise Wrong(ProblemCode.TOO_LONG, len(named), limit=NAME_LENGTH)
    if not named.isprintable():
        raise Wrong(ProblemCode.NOT_ONE_LINE, named)
    return named


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Wrong(ProblemCode.EXPECTED_TABLE, value)
    return value


def _formats(value: object) -> tuple[object, ...]:
    return () if value == ANY else list_of(one_of(*FORMATS))(value)


_POINTS: Final = whole(0, MOST_POINTS)
_TABLES: Final[Mapping[str, Mapping[str, Reader]]] = {
    "points": {"played": _POINTS, "shared": one_of(*Shared), "withdrawn": flag},
    "events": {"best": whole(0, MOST_EVENTS), "formats": _formats, "unrated": flag},
    "table": {"order": list_of(one_of(*SeriesLevel))},
    "final": {"players": whole(0, MOST_FINALISTS)},
}
_FIELDS: Final[Mapping[str, str]] = {"order": "level", "players": "finalists"}
"""Where a field is called otherwise than its key."""
