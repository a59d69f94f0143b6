"""The statements of the stores as they stand in the code, each with the call that runs it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any, Final

from tests.house import reading
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role

OF_THE_FILE: Final = (
    "bot/kernel/database_file.py", "bot/kernel/database.py", "bot/kernel/faults.py", "bot/kernel/tables.py",
    "bot/kernel/remembering.py", "bot/kernel/migrations.py", "bot/kernel/moving.py", "bot/kernel/dialect.py",
    "bot/kernel/postgres.py", "bot/kernel/lease.py",
)  # fmt: skip
"""Modules that are about one engine itself, or run what others wrote."""
RUN_BY: Final = frozenset({"fetch_one", "fetch_all", "fetch_things", "execute", "execute_many"})
OF_MANY: Final = frozenset({"fetch_all", "fetch_things"})
UNKNOWN: Final = "_"
"""What stands where only a run tells what does."""
_OPEN: Final = re.compile(r"(?<!\w)_(?!\w)")
_NO_PARAMETERS: Final = "?, ?"
_MOST_WAYS: Final = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement and the call that runs it: `how` is the method's name."""

    module: str
    line: int
    how: str
    function: ast.FunctionDef | ast.AsyncFunctionDef
    sql: str

    @property
    def is_whole(self) -> bool:
        """Whether all of it is known."""
        return _OPEN.search(self.sql) is None

    @property
    def where(self) -> str:
        """For whoever has to find it."""
        return f"{self.module}:{self.line}: {self.function.name}"


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Those that hold statements."""
    for name in modules_of(Role.STORE):
        if name not in OF_THE_FILE:
            yield name, reading.tree(name)


def asked() -> Iterator[Asked]:
    """Every statement that a store runs; one that is made of parts in several ways is there in each."""
    for name, module in modules():
        yield from _of_module(name, module)


@cache
def _of_module(name: str, module: ast.Module) -> tuple[Asked, ...]:
    known = _names(name, module)
    found = []
    for function in reading.functions(module):
        own = _own_names(function)
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and _runs_a_statement(call.func):
                texts = _texts(_statement(call), known, own)
                found += [Asked(name, call.lineno, call.func.attr, function, text) for text in texts]
    return tuple(found)


def _runs_a_statement(method: ast.Attribute) -> bool:
    return method.attr in RUN_BY and not ast.unparse(method.value).endswith("_connection")


def _statement(call: ast.Call) -> ast.expr:
    """The argument behind the transaction, or behind what reads a row."""
    first = call.args[0]
    behind = isinstance(call.func, ast.Attribute) and call.func.attr == "fetch_things"
    return call.args[1] if behind or (isinstance(first, ast.Name) and first.id == "tx") else first


def _names(name: str, module: ast.Module) -> Mapping[str, Any]:
    """What the module's own names mean; of one that is only planted, its constants."""
    if (reading.ROOT / name).is_file():
        return vars(import_module(name.removesuffix(".py").replace("/", ".")))
    own: dict[str, Any] = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            own |= {ast.unparse(target): node.value.value for target in node.targets}
    return own


def _own_names(function: ast.AST) -> Mapping[str, list[ast.expr]]:
    """What the function gives names to."""
    own: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target, value in _pairs(node.targets[0], node.value):
                own.setdefault(target, []).append(value)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Tuple):
            own.setdefault(node.target.id, []).extend(node.iter.elts)
    return own


def _pairs(target: ast.expr, value: ast.expr) -> Iterable[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [(ast.unparse(one), other) for one, other in zip(target.elts, value.elts, strict=False)]
    return [(target.id, value)] if isinstance(target, ast.Name) else []


def _texts(said: ast.expr, known: Mapping[str, Any], own: Mapping[str, list[ast.expr]]) -> list[str]:
    """What the expression may be."""
    match said:
        case ast.JoinedStr(values=parts):
            inner = (part.value if isinstance(part, ast.FormattedValue) else part for part in parts)
            return _together([_texts(part, known, own) for part in inner])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _together([_texts(left, known, own), _texts(right, known, own)])
        case ast.IfExp(body=one, orelse=other):
            return [*_texts(one, known, own), *_texts(other, known, own)]
        case ast.Name(id=name) if name in own:
            return list(dict.fromkeys(text for one in own[name] for text in _texts(one, known, {})))
        case ast.Subscript(value=ast.Name(id=name)) if isinstance(known.get(name), Mapping):
            return [one for one in dict.fromkeys(known[name].values()) if isinstance(one, str)] or [UNKNOWN]
        case ast.Call(func=ast.Attribute(attr="join"), args=[ast.BinOp(op=ast.Mult())]):
            return [_NO_PARAMETERS]
    return [_value(said, known)]


def _together(parts: list[list[str]]) -> list[str]:
    ways = 1
    for part in parts:
        ways *= len(part)
    return ["".join(way) for way in product(*parts)] if ways <= _MOST_WAYS else [UNKNOWN]


def _value(said: ast.expr, known: Mapping[str, Any]) -> str:
    """The text that the expression is by what the module knows."""
    if isinstance(said, ast.Constant):
        return str(said.value)
    try:
        value = eval(compile(ast.Expression(said), "", "eval"), {"__builtins__": {}}, dict(known))
    except Exception:  # noqa: BLE001 - whatever a run alone can tell
        return UNKNOWN
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else UNKNOWN
