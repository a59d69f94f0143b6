"""Names that say something: of files and of tests."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

import discord
from discord.ext import commands

from tests.house.reading import functions, python_files, text, tree, walked, words

EMPTY_WORDS = {"utils", "util", "helpers", "helper", "managers", "manager", "common", "misc", "stuff", "base"}

NAME = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:\.|\(\)?)?")
READ_OF_A_TREE = {"id", "attr", "arg", "name"}
NO_CODE = {
    "stored_names": "kinds of stored names",
    "test_catalogues": "names and keys of sentences",
    "test_log": "acts, whose sentences it looks for",
    "test_names": "words that no module has, and functions of the tests",
    "test_one_door": "calls of discord.py, which it looks for there",
    "test_planted": "the house's tests",
    "test_portable_sql": "functions of SQL",
}
"""What the names are that these modules look for, which is nothing of the product's code."""


def test_no_module_is_named_after_nothing() -> None:
    empty = [
        file
        for file in python_files("bot/", "cogs/", "web/", "rehearsal/", "benchmarks/", "wire/", "tools/", "tests/")
        if set(PurePath(file).with_suffix("").parts) & EMPTY_WORDS
    ]
    assert empty == []


def test_a_test_file_is_found_by_its_name() -> None:
    lost = [
        file
        for file in python_files("tests/")
        if not PurePath(file).name.startswith("test_")
        and any(
            function.name.startswith("test_") for function in tree(file).body if isinstance(function, ast.FunctionDef)
        )
    ]
    assert lost == []


def test_no_test_shadows_another_of_its_file() -> None:
    twice = [
        f"{file}: {name}"
        for file in python_files("tests/")
        for name, times in Counter(
            node.name for node in tree(file).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ).items()
        if times > 1
    ]
    assert twice == []


def asserts(function: ast.FunctionDef | ast.AsyncFunctionDef, checks: set[str]) -> bool:
    """Whether a function can fail: an assert, a `pytest.raises`, or a call of something that has one."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and called(node) in {"raises", "fail", *checks}:
            return True
    return False


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def checking_functions() -> set[str]:
    """Functions of the tests, by name, that assert something themselves; a test may lean on them."""
    everything = [function for file in python_files("tests/") for function in functions(tree(file))]
    return {f.name for f in everything if not f.name.startswith("test_") and asserts(f, set())}


def test_every_test_can_fail() -> None:
    checks = checking_functions()
    harmless = [
        f"{file}:{function.lineno} {function.name}"
        for file in python_files("tests/")
        for function in functions(tree(file))
        if function.name.startswith("test_") and not asserts(function, checks)
    ]
    assert harmless == []


def test_a_deferred_thought_is_not_kept_in_the_code() -> None:
    later = re.compile(r"#.*\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
    kept = [
        f"{file}:{number}"
        for file in python_files("bot/", "cogs/", "web/", "rehearsal/", "benchmarks/", "wire/", "tools/", "tests/")
        for number, line in enumerate(text(file).splitlines(), 1)
        if later.search(line)
    ]
    assert kept == []


def names_sought(module: ast.Module) -> Iterator[str]:
    """The names that a house test holds as strings: in sets and tables of the module, and beside what a tree says."""
    for node in walked(module):
        if isinstance(node, ast.Compare) and any(map(_says_a_name, sides := [node.left, *node.comparators])):
            yield from (name for side in sides for name in _names(getattr(side, "elts", [side])))
        elif isinstance(node, ast.Call) and _says_a_name(getattr(node.func, "value", node)):
            yield from (name for given in node.args for name in _names(getattr(given, "elts", [given])))
    for value in (node.value for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value):
        for node in ast.walk(value):
            yield from _names([*getattr(node, "keys", ()), *(node.elts if isinstance(node, ast.Set) else ())])


def _says_a_name(node: ast.expr) -> bool:
    is_read = isinstance(node, ast.Attribute) and node.attr in READ_OF_A_TREE
    return is_read or ast.unparse(node).startswith("ast.unparse(")


def _names(nodes: list[ast.expr]) -> Iterator[str]:
    held = (one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str))
    yield from (one for one in held if NAME.fullmatch(one))


def names_of_code() -> set[str]:
    """Every name that the product and its rehearsals write or read, and those of Python and discord.py."""
    found = {name for one in (builtins, discord, discord.app_commands, discord.ui, commands) for name in dir(one)}
    for file in python_files("bot/", "cogs/", "web/", "rehearsal/", "wire/"):
        found.update(PurePath(file).with_suffix("").parts)
        found.update(words(tree(file)))
    return found


def test_what_the_house_looks_for_by_name_is_there() -> None:
    """A decorator that was renamed is found nowhere, and its test would hold for ever."""
    known = names_of_code()
    gone = [
        f"{file}: {name}"
        for file in python_files("tests/house/")
        if PurePath(file).stem not in NO_CODE and "\nimport ast\n" in text(file)
        for name in names_sought(tree(file))
        if not known.issuperset(re.findall(r"\w+", name))
    ]
    assert gone == []
