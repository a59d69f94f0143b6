"""How large it is: lines by room, functions by length and complexity, files by size, shims, rows written by hand."""

from __future__ import annotations

import ast
import io
import math
import re
import statistics
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
WHOLE_ROW: Final = 5
"""An UPDATE that sets so many columns writes a row."""
LEAST_COLUMNS: Final = 3
"""What is made of so many columns of a row maps it."""
_RUN: Final = frozenset({"execute", "execute_many", "fetch_one", "fetch_all"})
_ROW: Final = re.compile(r"(sqlite3\.)?Row")
_SET: Final = re.compile(r"[a-z_]+ = (\?|:)")
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


@dataclass(frozen=True, slots=True)
class RowLines:
    """Lines of a store that say by hand how rows are written and read, and those that describe tables."""

    path: str
    writing: int
    reading: int
    described: int


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


def rows_by_hand(sources: Iterable[Source]) -> list[RowLines]:
    """What each store spends on INSERTs, UPDATEs of whole rows, mappers of rows and descriptions of tables."""
    return [_rows_of(one) for one in sources if one.path.startswith("bot/") and one.path.endswith("store.py")]


def _rows_of(store: Source) -> RowLines:
    constants = {target.id: value for target, value in _constants(store.tree)}
    texts = {name: _sql(value, constants) for name, value in constants.items()}
    statements = [one for one in walked(store.tree) if isinstance(one, ast.stmt) and not hasattr(one, "body")]
    writing: list[ast.stmt | ast.expr] = []
    writing += [one for one in statements if any(_writes_a_row(_sql(sql, constants)) for sql in _asked(one))]
    writing += [value for name, value in constants.items() if _writes_a_row(texts[name])]
    described = [value for value in constants.values() if isinstance(value, ast.Call) and _name(value) == "Table"]
    return RowLines(store.path, _many(writing), _many(_mappers(store.tree)), _many(described))


def _constants(module: ast.Module) -> Iterator[tuple[ast.Name, ast.expr]]:
    for node in module.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and node.value is not None:
            yield target, node.value


def _asked(statement: ast.stmt) -> Iterator[ast.expr]:
    """The texts of the statements that it has the database run."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _RUN and node.args:
            yield node.args[0]


def _sql(node: ast.expr, constants: Mapping[str, ast.expr]) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_sql(part, constants) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _sql(node.value, constants)
    if isinstance(node, ast.Name) and node.id in constants:
        return _sql(constants[node.id], {})
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "…"


def _writes_a_row(sql: str) -> bool:
    changed = sql.partition(" WHERE ")[0]
    return changed.startswith("INSERT") or (changed.startswith("UPDATE") and len(_SET.findall(changed)) >= WHOLE_ROW)


def _mappers(module: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    """Functions that are given a row, and elsewhere what is made of three of its columns or more."""
    for node in walked(module):
        if isinstance(node, ast.FunctionDef):
            yield from [node] if any(_is_row(one.annotation) for one in node.args.args) else []
        elif isinstance(node, ast.Call) and _name(node)[:1].isupper() and _columns(node) >= LEAST_COLUMNS:
            yield node


def _is_row(annotation: ast.expr | None) -> bool:
    return annotation is not None and _ROW.fullmatch(ast.unparse(annotation)) is not None


def _columns(call: ast.Call) -> int:
    """How many values of a row, asked by name, stand in it."""
    return sum(
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
        for node in ast.walk(call)
    )


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _many(nodes: Iterable[ast.stmt | ast.expr]) -> int:
    """How many lines they stand on, those that stand within others counted once."""
    return len({line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)})
