"""The functions of the services, and what each of them calls, read from their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from bot.server.model import Act
from tests.house.reading import parsed, text
from tests.house.rooms import DECIDING, modules_of

PLANTED = "bot/features/playing/planted_verbs.py"
"""Where a test plants a verb."""


class Verb(NamedTuple):
    """A function of the services."""

    file: str
    name: str


class Call(NamedTuple):
    """What is called, as it is written and without the module before it, the acts named in it, and where it stands."""

    whole: str
    name: str
    acts: frozenset[Act]
    at: str
    """The folder, module and name of what another module has, whatever it is called here: `playing.verbs.require`."""


class Function(NamedTuple):
    """What a function takes, and what it calls."""

    takes: tuple[str, ...]
    context: str
    """The type of its first parameter, as it is written: `Query`, `Tx`, `ActorQuery`, `ActorTx`."""
    calls: tuple[Call, ...]


@cache
def functions(source: str) -> Mapping[str, Function]:
    """The functions of a module, by their names."""
    known = imports(source)
    return {
        one.name: Function(tuple(arg.arg for arg in one.args.args), _context(one), tuple(calls(one, known)))
        for one in parsed(source).body
        if isinstance(one, ast.FunctionDef)
    }


def _context(function: ast.FunctionDef) -> str:
    first = function.args.args[0].annotation if function.args.args else None
    return "" if first is None else ast.unparse(first)


def calls(function: ast.AST, known: Mapping[str, tuple[str, str]]) -> Iterator[Call]:
    """All calls below a node of a module with these imports."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            whole = ast.unparse(node.func)
            before, _, name = whole.rpartition(".")
            home, named = known.get(before or name, ("", ""))
            place = f"{home}/{named}" if before else home
            at = f"{'.'.join(place.split('/')[-2:])}.{name if before else named}" if home else ""
            yield Call(whole, name, frozenset(acts_in(node)), at)


@cache
def imports(source: str) -> Mapping[str, tuple[str, str]]:
    """What a module calls other modules of the house, and functions of theirs: the package and the name in it."""
    return {
        one.asname or one.name: (node.module.replace(".", "/"), one.name)
        for node in parsed(source).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bot.")
        for one in node.names
    }


def leads_to(verb: Verb, call: Call, there: frozenset[str]) -> Verb:
    """The function that is called, as far as it is one of the services."""
    before, _, _ = call.whole.rpartition(".")
    home, name = imports(text(verb.file)).get(before or call.name, ("", ""))
    if before:
        return Verb(f"{home}/{name}.py", call.name)
    return Verb(f"{home}.py", name) if f"{home}.py" in there else Verb(verb.file, call.name)


def follow(start: Verb, there: frozenset[str]) -> Iterator[Call]:
    """Every call that the function leads to, in its own module and in others of the services."""
    waiting, seen = [start], set()
    while waiting:
        here = waiting.pop()
        function = functions(text(here.file)).get(here.name) if here.file in there else None
        if here in seen or function is None:
            continue
        seen.add(here)
        yield from function.calls
        waiting.extend(leads_to(here, call, there) for call in function.calls)


def acts_in(call: ast.Call) -> Iterator[Act]:
    for one in ast.walk(call):
        if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "Act":
            yield Act[one.attr]


def service_files() -> frozenset[str]:
    return frozenset(modules_of(*DECIDING))
