"""How long a function and a file may be: short enough to be read at one sitting."""

from __future__ import annotations

import ast
from collections import Counter

from tests.house.reading import functions, length, python_files, text, tree

LONGEST_FUNCTION = 30
LONGEST_FILE = 800
MOST_MODULES = 40
"""In one folder of the bot, its own `__init__` included."""
LONGEST_PAGE = 120
EXCUSE = "# long: "
"""On the line of the `def`, followed by the reason."""

OURS = ("bot/", "cogs/", "web/", "rehearsal/", "benchmarks/", "wire/", "tools/")


def is_excused(file: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if EXCUSE not in text(file):
        return False
    _, mark, reason = text(file).splitlines()[function.lineno - 1].partition(EXCUSE)
    return bool(mark and reason.strip())


def test_a_function_fits_on_a_screen_or_says_why_not() -> None:
    long = [
        f"{file}:{function.lineno} {function.name} has {length(function)} lines"
        for file in python_files(*OURS)
        for function in functions(tree(file))
        if length(function) > LONGEST_FUNCTION and not is_excused(file, function)
    ]
    assert long == []


def test_an_excuse_stands_only_where_it_is_needed() -> None:
    idle = [
        f"{file}:{function.lineno} {function.name}"
        for file in python_files(*OURS)
        for function in functions(tree(file))
        if is_excused(file, function) and length(function) <= LONGEST_FUNCTION
    ]
    assert idle == []


def test_no_file_is_longer_than_one_can_keep_in_mind() -> None:
    long = [file for file in python_files(*OURS, "tests/") if len(text(file).splitlines()) > LONGEST_FILE]
    assert long == []


def test_the_architecture_is_one_page() -> None:
    """What a feature does stands in the docstring of its package."""
    assert len(text("docs/architecture.md").splitlines()) <= LONGEST_PAGE


def test_no_folder_holds_more_modules_than_one_can_look_over() -> None:
    modules = Counter(file.rpartition("/")[0] for file in python_files("bot/"))
    assert [folder for folder, many in modules.items() if many > MOST_MODULES] == []


def test_a_docstring_does_not_count_as_length() -> None:
    function = ast.parse('def play():\n    """One.\n\n    Two.\n    """\n    return 1\n').body[0]
    assert isinstance(function, ast.FunctionDef)
    assert length(function) == 2
