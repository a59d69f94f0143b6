"""Where a message stands is noted with what looks for it after a crash: no buttons stay behind that nobody knows of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from tests.house.reading import functions, planted, python_files, text, tree

NOTED_BY: Final = {
    "bot/server/speaking_verbs.py:stand": "a delivery: a promise is looked for by its trace before it is said again",
    "bot/features/jeek/verbs.py:accept": "the message that was pressed, in the transaction of the press",
    "bot/features/playing/reporting_verbs.py:expect_line": "before the line is said, in the transaction of the report",
    "bot/features/playing/reporting_verbs.py:note_line": "what was noted before is found by the report's id until then",
    "bot/living/panels.py:_note_found": "what was looked for and found",
}
"""Who notes where a live message stands, and how it is found where the process ends before that."""


def who_notes() -> Iterator[str]:
    for file in python_files("bot/", "cogs/"):
        for function in functions(tree(file)) if "panel_store" in text(file) else ():
            calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
            if any(ast.unparse(one).endswith("panel_store.save") for one in calls):
                yield f"{file}:{function.name}"


def unlisted() -> set[str]:
    return set(who_notes()) - set(NOTED_BY)


def test_each_note_of_where_a_message_stands_is_listed_with_how_it_is_found_after_a_crash() -> None:
    assert unlisted() == set()
    assert set(NOTED_BY) <= set(who_notes())


@pytest.mark.plants
def test_a_message_whose_place_is_noted_afterwards_is_found() -> None:
    second = "async def keep(units, said):\n    await units.do(lambda tx: kernel_panel_store.save(tx, said))\n"
    with planted({"cogs/planted.py": second}):
        assert unlisted() == {"cogs/planted.py:keep"}
