"""How large it is: lines by room, functions by length and complexity, files by size, the shims of one module each."""

from __future__ import annotations

import ast
import io
import math
import statistics
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from radon.visitors import ComplexityVisitor, Function

from tests.house.reading import functions, length, walked
from tools.figures.sources import Source

SHIMS: Final = frozenset({"_record", "_promise", "_say", "_mark_stale"})
MOST_COMPLEX: Final = 10
BOUNDS: Final = (60, 100, 250, 400)
"""Files are counted by the first of these that their lines do not exceed."""
_NO_CODE: Final = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)


@dataclass(frozen=True, slots=True)
class Room:
    """A folder, or what several make together."""

    name: str
    files: int
    lines: int
    code: int
    """Lines without docstrings, comments and blank ones."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long functions are, their docstrings left out."""

    name: str
    functions: int
    median: float
    p95: int
    longest: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that stands in a file, with its number."""

    path: str
    line: int
    name: str
    value: int


def code_lines(source: Source) -> int:
    """The lines that say something to Python: no docstrings, no strings that stand alone, no comments, no blanks."""
    said = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    told = {
        line
        for node in walked(source.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return len(said - told)


def rooms(sources: Sequence[Source]) -> list[Room]:
    """Each folder, after its layer as a whole; the rehearsals and all that is left come last."""
    found = []
    for layer, inside in _group(sources, lambda one: one.layer):
        folders = _group(inside, lambda one: one.room)
        found += [_room(f"{layer}/**", inside)] if len(folders) > 1 else []
        found += [_room(name, some) for name, some in folders]
    found.append(_room("the rehearsals", [one for one in sources if one.is_rehearsal]))
    found.append(_room("all but the rehearsals", [one for one in sources if not one.is_rehearsal]))
    return found


def _group(sources: Iterable[Source], key: Callable[[Source], str]) -> list[tuple[str, list[Source]]]:
    groups: dict[str, list[Source]] = {}
    for one in sources:
        groups.setdefault(key(one), []).append(one)
    return sorted(groups.items())


def _room(name: str, inside: Sequence[Source]) -> Room:
    lines = sum(len(one.text.splitlines()) for one in inside)
    return Room(name, len(inside), lines, sum(map(code_lines, inside)))


def lengths(name: str, sources: Iterable[Source]) -> Lengths:
    """The functions of these sources, methods and inner functions included."""
    found = sorted(length(one) for source in sources for one in functions(source.tree))
    if not found:
        return Lengths(name, 0, 0.0, 0, 0)
    return Lengths(name, len(found), statistics.median(found), found[math.ceil(0.95 * len(found)) - 1], found[-1])


def files_by_size(sources: Iterable[Source]) -> dict[str, int]:
    """How many files have at most so many lines, but more than the bound before."""
    found = Counter(_bound_label(len(one.text.splitlines())) for one in sources)
    return {label: found[label] for label in (*map(_label, BOUNDS), _label(None))}


def _bound_label(lines: int) -> str:
    return _label(next((most for most in BOUNDS if lines <= most), None))


def _label(most: int | None) -> str:
    return f"more than {BOUNDS[-1]}" if most is None else f"at most {most}"


def largest(sources: Iterable[Source], many: int) -> list[Spot]:
    """The longest files, longest first."""
    found = [Spot(one.path, 1, "", len(one.text.splitlines())) for one in sources]
    return sorted(found, key=lambda spot: (-spot.value, spot.path))[:many]


def complex_functions(sources: Iterable[Source], most: int = MOST_COMPLEX) -> list[Spot]:
    """Functions and methods with more branches than that, those in comprehensions counted; the worst first."""
    found = [
        Spot(source.path, one.lineno, one.name, one.complexity)
        for source in sources
        for one in _blocks(source.text)
        if one.complexity > most
    ]
    return sorted(found, key=lambda spot: (-spot.value, spot.path, spot.line))


@cache
def _blocks(text: str) -> Iterable[Function]:
    visitor = ComplexityVisitor.from_code(text)
    return [*visitor.functions, *(method for one in visitor.classes for method in one.methods)]


def shims(sources: Iterable[Source]) -> list[Spot]:
    """Private functions of a transaction that only hand on to the log, the outbox or the panels."""
    return [
        Spot(source.path, one.lineno, one.name, length(one))
        for source in sources
        for one in source.tree.body
        if isinstance(one, ast.FunctionDef) and one.name in SHIMS and _takes_tx(one)
    ]


def _takes_tx(function: ast.FunctionDef) -> bool:
    return bool(function.args.args) and function.args.args[0].arg == "tx"
