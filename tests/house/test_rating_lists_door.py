"""Every rating list comes out, or goes, by one door, so that the teams of open events are looked at (AIJE-D05-1)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.reading import python_files, tree, walked

DOOR = "bot/people/ratings_verbs.py"
PAST_DOOR = "bot/features/past_events/drafts_verbs.py"
"""Takes lists back, and has the door follow."""


def beside(parsed: ast.Module) -> list[int]:
    """Lines on which a list is published or taken back without the door."""
    return [
        node.lineno
        for node in walked(parsed)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(("ratings_store.publish", "ratings_store.take_back"))
    ]


def test_no_list_comes_out_beside_the_door() -> None:
    found = {str(file) for file in python_files("bot") if beside(tree(file))}
    assert found == {DOOR, PAST_DOOR}
    assert "ratings_verbs.follow" in Path(PAST_DOOR).read_text(encoding="utf-8")


@pytest.mark.plants
@pytest.mark.parametrize(
    "planted", ["people_ratings_store.publish(tx, fresh)", "ratings_store.take_back(tx, bringing_id, now)"]
)
def test_a_list_beside_the_door_is_noticed(planted: str) -> None:
    assert beside(ast.parse(f"def end(tx):\n    {planted}\n")) == [2]
