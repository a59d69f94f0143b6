"""What names a file for an error goes around what is done to that file alone: no connection and no caller's code."""

from __future__ import annotations

import ast

import pytest

from tests.house.reading import python_files, tree, words

ABOUT_A_FILE = {"OSError", "IOError", "PermissionError", "EnvironmentError"}
NAMES_A_FILE = "errors_as_faults"
NO_FILE = {
    "bot/living/avatars.py": "fetches a picture, and names nothing",
    "bot/living/creation.py": "reads an answer of Discord's",
    "bot/living/figures.py": "listens at a port, and names it",
    "bot/living/web_process.py": "begins a process, and names nothing but why it could not",
    "bot/kernel/faults.py": "is what all others use, and is held to its places by the other test",
}
"""Where an error of the system is caught around an await or a yield, and why that blames no file."""


def leaves_the_file(body: list[ast.stmt]) -> list[int]:
    """The lines at which the statements wait for anything, or let a caller's code run."""
    nodes = (node for one in body for node in ast.walk(one))
    return [node.lineno for node in nodes if isinstance(node, ast.Await | ast.Yield | ast.AsyncWith | ast.AsyncFor)]


def names_in(node: ast.AST | None) -> set[str]:
    return set() if node is None else {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def wide_excepts(parsed: ast.AST) -> list[int]:
    """Lines within a `try` for errors of the system at which anything but the file itself can fail."""
    return [
        line
        for node in ast.walk(parsed)
        if isinstance(node, ast.Try) and any(names_in(one.type) & ABOUT_A_FILE for one in node.handlers)
        for line in leaves_the_file(node.body)
    ]


def wide_blame(parsed: ast.AST) -> list[int]:
    """Lines within a `with errors_as_faults(…)` at which anything but the file itself can fail."""
    return [
        line
        for node in ast.walk(parsed)
        if isinstance(node, ast.With | ast.AsyncWith)
        and any(NAMES_A_FILE in names_in(item.context_expr) for item in node.items)
        for line in leaves_the_file(node.body)
    ]


def test_no_error_of_a_connection_is_caught_as_one_of_a_file() -> None:
    named = [file for file in python_files("bot/", "cogs/") if not ABOUT_A_FILE.isdisjoint(words(tree(file)))]
    found = [f"{file}:{line}" for file in named for line in wide_excepts(tree(file))]
    assert {one.rpartition(":")[0] for one in found} <= set(NO_FILE), found


def test_what_names_a_file_goes_around_its_own_operations_alone() -> None:
    named = [file for file in python_files("bot/") if NAMES_A_FILE in words(tree(file))]
    found = [f"{file}:{line}" for file in named for line in wide_blame(tree(file))]
    assert found == []


def test_the_exceptions_are_still_there() -> None:
    assert [file for file in NO_FILE if not wide_excepts(tree(file))] == []


@pytest.mark.parametrize(
    "planted",
    [
        "async def f():\n    try:\n        await bot.login()\n    except OSError:\n        raise CannotBeWritten(path)",
        "def f():\n    try:\n        yield\n    except (ValueError, PermissionError):\n        raise Wrong(path)",
    ],
)
def test_a_planted_except_that_is_too_wide_is_found(planted: str) -> None:
    assert wide_excepts(ast.parse(planted))


@pytest.mark.plants
def test_a_planted_lock_that_blames_its_file_for_all_that_happens_under_it_is_found() -> None:
    planted = "def sole_use(path):\n    with errors_as_faults(path), closing(_open(path)) as lock:\n        yield"
    assert wide_blame(ast.parse(planted)) == [3]
    assert wide_blame(ast.parse("with errors_as_faults(path):\n    path.unlink()")) == []
