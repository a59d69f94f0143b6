"""Hooks and who answers them: nothing that a feature says is left out of the list, or answers a hook of no name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from inspect import isfunction
from typing import Final

import pytest

from bot.features.tournaments.hooks import EntryHooks
from bot.people.ratings_verbs import RatingHooks
from bot.play.format_rules import Contests
from bot.play.plugs import Hooks, Joined, Strategies, Strategy
from bot.play.rulebook import Rulebook
from bot.wiring import CARDS, POINTS, SERVICES
from tests.house.reading import python_files, tree
from tests.house.rooms import role_of
from tools.mapping.rooms import Role

JOINED = (*SERVICES, *CARDS)


def features() -> Iterator[tuple[str, str]]:
    """Every class of a feature's plugs, with its module."""
    for path in python_files("bot/"):
        if role_of(path) is Role.PLUGS:
            module = path.removesuffix(".py").replace("/", ".")
            yield from ((module, node.name) for node in tree(path).body if isinstance(node, ast.ClassDef))


def test_every_capability_is_on_the_list_of_those_that_are_joined() -> None:
    joined = {(type(one).__module__, type(one).__name__) for one in JOINED}
    assert set(features()) - joined == set()


def test_every_kind_of_hook_that_a_capability_answers_is_asked_somewhere() -> None:
    asked = {point.kind for point in POINTS}
    answered = {kind for one in JOINED for kind in type(one).__bases__ if kind is not Hooks}
    assert answered <= asked


@pytest.mark.parametrize("hooks", JOINED, ids=lambda one: type(one).__name__)
def test_what_a_capability_answers_is_a_hook(hooks: Hooks) -> None:
    own = {name for name in vars(type(hooks)) if not name.startswith("_")}
    asked = {name for kind in type(hooks).__mro__[1:] for name in vars(kind)}
    assert own <= asked


def asked_twice(kind: type[Hooks]) -> list[str]:
    """What two bases of a class ask by one name, so that its one answer would be given to both."""
    names = Counter(
        name
        for base in kind.__bases__
        for name, asked in vars(base).items()
        if isfunction(asked) and not name.startswith("_")
    )
    return [name for name, times in names.items() if times > 1]


@pytest.mark.parametrize("hooks", JOINED, ids=lambda one: type(one).__name__)
def test_no_answer_is_given_to_two_questions_of_one_name(hooks: Hooks) -> None:
    assert asked_twice(type(hooks)) == []


@pytest.mark.plants
def test_two_questions_of_one_name_are_named() -> None:
    class Entering(Hooks):
        def opened(self) -> None: ...

    class Playing(Hooks):
        def opened(self) -> None: ...

    class Team(Entering, Playing):
        """As teams and the players without Discord had it: each was invited twice."""

    assert asked_twice(Team) == ["opened"]


def doubled(plugs: Iterable[Hooks]) -> list[tuple[str, Contests | None]]:
    """Strategies of one part for one kind of contest beside the first, and those that name no kind."""
    found, met = list[tuple[str, Contests | None]](), set[tuple[type[Hooks], Contests | None]]()
    for one in plugs:
        parts = [point.kind for point in POINTS if isinstance(point, Strategies) and isinstance(one, point.kind)]
        found += [
            (kind.__name__, one.contests) for kind in parts if one.contests is None or (kind, one.contests) in met
        ]
        met |= {(kind, one.contests) for kind in parts}
    return found


def test_a_kind_of_contest_has_one_strategy_for_each_part() -> None:
    assert doubled(JOINED) == []


def test_a_capability_that_names_a_table_names_one_of_rulebooks() -> None:
    assert {one.table for one in JOINED} - {None} <= {one.name for one in fields(Rulebook)}


WITHOUT_AN_EVENT: Final = {(RatingHooks, "list_changed")}
"""What is asked of no event, and so of no kind of contest, though one of them alone answers."""


def of_one_kind(plugs: Iterable[Hooks]) -> set[tuple[type[Hooks], str]]:
    """Methods of hooks that kinds of contest alone answer: each event has one, so they belong to its strategy."""
    found = set()
    for kind in (point.kind for point in POINTS if isinstance(point, Joined)):
        for name in (one for one in vars(kind) if not one.startswith("_")):
            answering = [one for one in plugs if isinstance(one, kind) and name in vars(type(one))]
            if answering and all(one.contests for one in answering):
                found.add((kind, name))
    return found - WITHOUT_AN_EVENT


def test_what_kinds_of_contest_alone_answer_is_no_hook() -> None:
    assert of_one_kind(JOINED) == set()


@pytest.mark.plants
def test_a_hook_of_one_kind_and_a_second_strategy_are_found() -> None:
    class Planted(EntryHooks):
        contests = Contests.LOBBY

        def is_complete(self, *_: object) -> bool:
            return False

    assert of_one_kind([Planted()]) == {(EntryHooks, "is_complete")}
    first = next(one for one in JOINED if isinstance(one, Strategy))
    assert doubled([first, first]) != []
