"""What discord.py does when it is called: which of its calls make something at Discord. Read once in a run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord

PACKAGE = Path(discord.__file__).parent


@cache
def functions_of_discord() -> dict[str, list[ast.AST]]:
    """Every function of discord.py by its name, with those of one name together."""
    found: dict[str, list[ast.AST]] = {}
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(node.name, []).append(node)
    return found


def called(function: ast.AST) -> Iterator[tuple[str, str]]:
    """What the function calls: the last name, and the name before it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, ast.unparse(node.func.value).rpartition(".")[2]


def posts_itself(function: ast.AST) -> bool:
    """Whether it names a route with POST."""
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) == "Route" and ast.unparse(node.args[0]) == "'POST'"
        for node in ast.walk(function)
    )


@cache
def posting() -> frozenset[str]:
    """The public calls of discord.py that end in a POST, by way of its HTTP client and of its own private functions."""
    functions = functions_of_discord()
    low = {name for name, many in functions.items() if any(posts_itself(one) for one in many)}
    through = {
        name
        for name, many in functions.items()
        if any(word in low and owner in {"http", "adapter"} for one in many for word, owner in called(one))
    }
    private = {name for name in through if name.startswith("_")}
    further = {name for name, many in functions.items() if any(w in private for one in many for w, _ in called(one))}
    return frozenset(name for name in through | further if not name.startswith("_"))
