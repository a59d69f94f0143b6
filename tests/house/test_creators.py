"""Who created an event may have left or lost the right since: `summons_verbs` alone says who is addressed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from tests.house.reading import tree, walked
from tests.house.rooms import DECIDING, modules_of
from tools.mapping.rooms import Role

READS: Final = {
    "bot/features/tournaments/summons_verbs.py": "says who runs an event, and asks who has left",
    "bot/features/desk/verbs.py": "says whether who runs an event plays in it, and asks who has left",
    "bot/features/past_events/bringing_verbs.py": "notes by whom a record was brought, and who made its draw",
    "bot/features/title_match/holder_verbs.py": "notes by whom a title was given",
    "bot/features/tournaments/facts_verbs.py": "names the host on the announcement, in silence",
}
"""What addresses people and read who created an event, and what for."""
ROLES: Final = (*DECIDING, Role.MESSAGES, Role.COG)


def readers(module: ast.Module) -> Iterator[ast.Attribute]:
    """Where a module reads who created something; `tournaments.created_by(…)` creates an event."""
    called = {id(node.func) for node in walked(module) if isinstance(node, ast.Call)}
    for node in walked(module):
        if isinstance(node, ast.Attribute) and node.attr == "created_by" and id(node) not in called:
            yield node


def test_nothing_addresses_who_created_an_event_without_asking_whether_they_may_still_run_it() -> None:
    found = {file for file in modules_of(*ROLES) if any(readers(tree(file)))}
    assert found == set(READS)


@pytest.mark.plants
def test_a_letter_to_who_created_an_event_is_found() -> None:
    planted = "def tell(tx, tournament):\n    write_to(tx, people.load(tx, tournament.created_by))\n"
    assert list(readers(ast.parse(planted)))
    assert not list(readers(ast.parse("tournaments.created_by(tx, by)")))
