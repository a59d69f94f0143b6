"""A cog says what it takes and returns a card; how Discord is told of it stands in one place each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.reading import functions, python_files, tree, walked

DECLARING = {"command", "leads_on", "menu", "on_press", "with_pages"}
BUILDING = {
    "cogs/commands.py", "cogs/subjects.py", "cogs/health.py",
    "cogs/answering.py", "cogs/routing.py",
}  # fmt: skip
"""Who makes commands, options, forms and listeners out of what discord.py has for them."""
TURNING = {"cogs/subjects.py", "cogs/routing.py"}
OPENING = {"cogs/rounds.py", "cogs/guidance.py"}
"""Lists that a button opens at a page of its own (the reader's), or that carry more than a thing and a page."""
MOST_LINES = 16

Function = ast.FunctionDef | ast.AsyncFunctionDef


def handlers() -> Iterator[tuple[str, Function]]:
    """Every function of a cog that answers a command or a press."""
    for file in python_files("cogs/"):
        for one in functions(tree(file)):
            declared = {ast.unparse(made.func) for made in one.decorator_list if isinstance(made, ast.Call)}
            if declared & DECLARING:
                yield file, one


def test_commands_options_and_forms_are_built_in_one_place_each() -> None:
    beside = [
        f"{file}:{node.lineno} {ast.unparse(node)}"
        for file in python_files("cogs/")
        if file not in BUILDING
        for node in walked(tree(file))
        if isinstance(node, ast.Attribute)
        if ast.unparse(node).startswith(("app_commands.", "discord.ui.", "commands.Cog", "commands.GroupCog"))
        if ast.unparse(node) != "app_commands.Range"
    ]
    assert beside == []


def test_a_handler_returns_the_card_that_answers() -> None:
    answering = [
        f"{file}:{one.lineno} {one.name}"
        for file, one in handlers()
        if isinstance(last := one.body[-1], ast.Expr) and isinstance(last.value, ast.Await)
        if ast.unparse(last.value.value).startswith(("press.answer(", "press.update("))
    ]
    assert answering == []


def test_a_handler_calls_a_service_and_little_more() -> None:
    long = [
        f"{file}:{one.lineno} {one.name}"
        for file, one in handlers()
        if one.body[-1].end_lineno - one.body[0].end_lineno > MOST_LINES  # type: ignore[operator]
    ]
    assert len(list(handlers())) > 100
    assert long == []


def test_pages_are_turned_in_one_place() -> None:
    turning = {
        file
        for file in python_files("cogs/")
        for node in walked(tree(file))
        if isinstance(node, ast.Name) and node.id == "PAGE"
    }
    counting = [
        f"{file}:{node.lineno}"
        for file in python_files("cogs/")
        for node in walked(tree(file))
        if isinstance(node, ast.BinOp) and "page" in {ast.unparse(node.left), ast.unparse(node.right)}
    ]
    assert (turning - TURNING - OPENING, counting) == (set(), [])
