"""Hooks and who answers them: nothing that a capability says is left out of the list, or answers a hook of no name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from bot.play.plugs import Hooks
from bot.wiring import CARDS, POINTS, SERVICES
from tests.house.reading import python_files, tree
from tests.house.rooms import role_of
from tools.mapping.rooms import Role

JOINED = (*SERVICES, *CARDS)


def capabilities() -> Iterator[tuple[str, str]]:
    """Every class of a feature's plugs, with its module."""
    for path in python_files("bot/"):
        if role_of(path) is Role.PLUGS:
            module = path.removesuffix(".py").replace("/", ".")
            yield from ((module, node.name) for node in tree(path).body if isinstance(node, ast.ClassDef))


def test_every_capability_is_on_the_list_of_those_that_are_joined() -> None:
    joined = {(type(one).__module__, type(one).__name__) for one in JOINED}
    assert set(capabilities()) - joined == set()


def test_every_kind_of_hook_that_a_capability_answers_is_asked_somewhere() -> None:
    asked = {point.kind for point in POINTS}
    answered = {kind for one in JOINED for kind in type(one).__bases__ if kind is not Hooks}
    assert answered <= asked


@pytest.mark.parametrize("hooks", JOINED, ids=lambda one: type(one).__name__)
def test_what_a_capability_answers_is_a_hook(hooks: Hooks) -> None:
    own = {name for name in vars(type(hooks)) if not name.startswith("_")}
    asked = {name for kind in type(hooks).__mro__[1:] for name in vars(kind)}
    assert own <= asked
