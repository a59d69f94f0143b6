"""What a statement is given: of a text for a number SQLite makes the number by itself, and PostgreSQL refuses it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from typing import Final

from bot.kernel.context import Parameters
from tests.sql_reading import LITERAL, Select, brackets, column, schema, selects, split

TEXT: Final = "TEXT"
NUMBER: Final = "a number"
_PLACE: Final = r"(?P<place>\?\d+|:[a-z_]\w*)"
_COLUMN: Final = r"(?<![\w.])(?<!\|\| )(?P<column>(?:[a-z]\w*\.)?[a-z]\w*)"
_ENDS: Final = r"(?![\w.(]| (?:\|\||[-+*/%]))"
_HELD_AGAINST: Final = (
    re.compile(rf"{_COLUMN} (?:=|<>|<=|>=|<|>|IS|IS NOT) {_PLACE}{_ENDS}"),
    re.compile(rf"(?<!\|\| ){_PLACE} (?:=|<>|<=|>=|<|>) {_COLUMN}{_ENDS}"),
    re.compile(rf"{_COLUMN} (?:NOT )?BETWEEN {_PLACE}"),
    re.compile(rf"{_COLUMN} (?:NOT )?BETWEEN \S+ AND {_PLACE}{_ENDS}"),
    re.compile(rf"\bcoalesce\({_COLUMN}, {_PLACE}\)"),
    re.compile(rf"\bcoalesce\({_PLACE}, {_COLUMN}\)"),
    re.compile(rf"\bcoalesce\({_COLUMN}, ''\) = {_PLACE}"),
    re.compile(rf"{_PLACE} (?:NOT )?IN \({_COLUMN}[,)]"),
)
_TOLD: Final = (
    re.compile(rf"\bjson_each\({_PLACE}\)"),
    re.compile(rf"\bjson_extract\([^()]*\) (?:=|<>) {_PLACE}"),
)
_AMONG: Final = re.compile(rf"{_COLUMN} (?:NOT )?IN \((?=[?:])")
_COUNTED: Final = (
    re.compile(rf"(?:[-+*%]|>>|\bOFFSET) {_PLACE}"),
    re.compile(rf"{_PLACE} (?:[-+*%]|>>) "),
)
_PLACES: Final = re.compile(r"\?\d*|:[a-z_]\w*")
_INTO: Final = re.compile(r"^(\w+) \(")


@cache
def kinds(sql: str) -> Mapping[str, str]:
    """The kind that each parameter has by its column; a parameter is known as `?1` or `:name`."""
    found: dict[str, str] = {}
    for select in selects(numbered(sql)):
        for said in select.clauses.values():
            found |= dict(_held(select, said))
        found |= dict(_written(select))
        found |= dict.fromkeys(_PLACES.findall(select.clauses.get("LIMIT", "")), NUMBER)
    return found


def places(sql: str) -> set[str]:
    """All its parameters, known as there."""
    return {*_PLACES.findall(numbered(sql))}


def numbered(sql: str) -> str:
    """The statement with a number for each parameter that has no name."""
    numbers = count(1)

    def number(found: re.Match[str]) -> str:
        return f"?{next(numbers)}" if found[0] == "?" else found[0]

    return _PLACES.sub(number, LITERAL.sub("''", sql))


def _held(select: Select, said: str) -> Iterator[tuple[str, str]]:
    for pattern in _HELD_AGAINST:
        for found in pattern.finditer(said):
            yield from _of(select, found["column"], [found["place"]])
    for found in _AMONG.finditer(said):
        yield from _of(select, found["column"], split(brackets(said, found.end() - 1)))
    for patterns, kind in ((_COUNTED, NUMBER), (_TOLD, TEXT)):
        yield from ((found["place"], kind) for pattern in patterns for found in pattern.finditer(said))


def _of(select: Select, name: str, places: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = column(select, name)
    if known is not None:
        yield from ((place, known.kind) for place in places)


def _written(select: Select) -> Iterator[tuple[str, str]]:
    """What a new row is made of."""
    into = select.clauses.get("INSERT INTO", "")
    found = _INTO.match(into)
    if found is None:
        return
    columns = schema().get(found[1], {})
    names = split(brackets(into, found.end() - 1))
    rows = [*_rows(select.clauses.get("VALUES", "")), *([select.shown] if select.shown else [])]
    for row in rows:
        for name, value in zip(names, row, strict=False):
            if _PLACES.fullmatch(value) and name in columns:
                yield value, columns[name].kind


def _rows(said: str) -> Iterator[tuple[str, ...]]:
    at = said.find("(")
    while at >= 0:
        inner = brackets(said, at)
        yield split(inner)
        at = said.find("(", at + len(inner) + 2)


def misgiven(sql: str, given: Parameters) -> list[str]:
    """The parameters that are texts for numbers, or numbers for texts."""
    named = given.items() if isinstance(given, Mapping) else ((str(at), one) for at, one in enumerate(given, 1))
    values = {f":{name}" if isinstance(given, Mapping) else f"?{name}": value for name, value in named}
    return [
        f"{place} is {value.__class__.__name__} for {kind}"
        for place, kind in kinds(sql).items()
        if (value := values.get(place)) is not None and isinstance(value, str) != (kind == TEXT)
    ]


# --- what tests run -------------------------------------------------------------------------------------------------


found: dict[str, str] = {}
"""Statements that were given what PostgreSQL does not take in that place, with what of it."""
_seen: Final[set[tuple[object, ...]]] = set()


def look_at(sql: str, given: Parameters) -> None:
    """Notes the statement where a value is of another kind than its column; types that fit are looked at once."""
    types = tuple(map(type, given.values() if isinstance(given, Mapping) else given))
    if (sql, types) in _seen:
        return
    if wrong := misgiven(sql, given):
        found[sql] = ", ".join(wrong)
    else:
        _seen.add((sql, types))


def refuse_what_is_misgiven() -> None:
    """Raises AssertionError where that happened since the last time."""
    said = "".join(f"\n{wrong}\n    in {sql}" for sql, wrong in found.items())
    found.clear()
    assert not said, f"PostgreSQL takes no text for a number, and no number for a text (tests/values.py):{said}"
