"""Who may import whom, by room and by role, as docs/architecture.md says: read from the syntax trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import pytest

from tests.house.planting import Plant, is_found
from tests.house.reading import python_files, running_imports, tree
from tests.house.rooms import DECIDING, modules_of, role_of
from tools.mapping.circles import circles
from tools.mapping.rooms import FEATURES, Role, breach, spot

LEFT: Final[Mapping[tuple[str, str], str]] = MappingProxyType({})
"""Imports against the order that stay for a time, by their modules, and why; a cure takes its line off."""
_READS: Final = "of the one above only tables are read, which the core may do"
PAIRS: Final[Mapping[frozenset[str], str]] = MappingProxyType(
    {
        frozenset({"course", "entering"}): _READS,
        frozenset({"course", "playing"}): _READS,
        frozenset({"entering", "tournaments"}): _READS,
        frozenset({"playing", "tournaments"}): _READS,
    }
)
"""Features that need each other, over all their roles, and why; the list only shrinks."""


def module_of(name: str, known: frozenset[str]) -> str | None:
    """The file of an imported name: of a module, or of what stands in one."""
    parts = name.replace(".", "/")
    above = parts.rpartition("/")[0]
    tried = (f"{parts}.py", f"{parts}/__init__.py", f"{above}.py", f"{above}/__init__.py")
    return next((one for one in tried if one in known), None)


def imported() -> Iterator[tuple[str, str]]:
    """Each import of the product by the product: who, and whom; what stands for types alone is not asked."""
    known = frozenset(python_files("bot/", "cogs/", "web/"))
    for path in sorted(known):
        for name in running_imports(tree(path)):
            used = module_of(name, known)
            if used is not None and used != path and not used.endswith("/__init__.py"):
                yield path, used


def against_the_order() -> dict[tuple[str, str], str]:
    """The imports that break a rule between rooms or roles, with the rule."""
    return {(user, used): rule for user, used in imported() if (rule := breach(user, used)) is not None}


def in_need_of_each_other() -> set[frozenset[str]]:
    """Two features, each of which imports the other."""
    features = of_features()
    ways = {(spot(user).room, spot(used).room) for user, used in imported() if {user, used} <= features}
    return {frozenset(way) for way in ways if way[0] != way[1] and way[::-1] in ways}


def of_features() -> set[str]:
    """The modules of features."""
    return set(python_files(f"{FEATURES}/"))


def circles_of_roles() -> dict[Role, frozenset[str]]:
    """Features that import each other within a role, by whatever way."""
    features, graphs = of_features(), dict[Role, dict[str, set[str]]]()
    for user, used in imported():
        here, there = spot(user), spot(used)
        if {user, used} <= features and here.role is there.role and here.room != there.room:
            graphs.setdefault(here.role, {}).setdefault(here.room, set()).add(there.room)
    loops = {role: [one for loop in circles(graph) for one in loop] for role, graph in graphs.items()}
    return {role: frozenset(some) for role, some in loops.items() if some}


def test_a_module_imports_what_lies_below_it_by_room_and_by_role() -> None:
    found = {way: rule for way, rule in against_the_order().items() if way not in LEFT}
    assert found == {}


def test_no_import_is_excused_that_is_there_no_more() -> None:
    assert LEFT.keys() <= against_the_order().keys()
    assert PAIRS.keys() <= in_need_of_each_other()


def test_two_features_need_each_other_only_where_the_list_says_why() -> None:
    assert in_need_of_each_other() - PAIRS.keys() == set()


def test_no_features_need_each_other_within_one_role() -> None:
    assert circles_of_roles() == {}


def test_no_two_modules_import_each_other_by_whatever_way() -> None:
    graph: dict[str, set[str]] = {}
    for user, used in imported():
        graph.setdefault(user, set()).add(used)
    assert circles(graph) == []


def test_every_module_of_a_feature_says_its_role_in_its_name() -> None:
    nameless = [path for path in python_files(f"{FEATURES}/") if role_of(path) is Role.WORKER and "worker" not in path]
    assert nameless == []


def test_a_role_is_told_by_the_room_and_in_a_feature_by_the_name() -> None:
    assert role_of("bot/features/ladder/model.py") is role_of("bot/play/planted.py") is Role.MODEL
    assert role_of("bot/features/cases/appeals_verbs.py") in DECIDING
    assert role_of("bot/kernel/log.py") is Role.STORE
    assert role_of("bot/record/model.py") is role_of("bot/running.py") is None
    assert modules_of(Role.STORE)


PLANTED: Final = "bot/features/planted"


@pytest.mark.plants
@pytest.mark.parametrize(
    ("file", "text"),
    [
        (f"{PLANTED}/model.py", "from bot.kernel import outbox\n"),
        (f"{PLANTED}/cards.py", "from bot.server import verbs\n"),
        (f"{PLANTED}/verbs.py", "from bot.features.undoing import verbs\n"),
        (f"{PLANTED}/store.py", "from bot.features.decks.store import load\n"),
        ("bot/server/verbs.py", f"from {PLANTED.replace('/', '.')} import verbs\n"),
        ("bot/living/notifier.py", f"from {PLANTED.replace('/', '.')} import model\n"),
        ("bot/living/panels.py", "from bot.wiring import ALL\n"),
        ("bot/play/rating.py", f"from {PLANTED.replace('/', '.')}.model import Rated\n"),
        ("cogs/planted.py", f"from {PLANTED.replace('/', '.')} import store\n"),
    ],
)
def test_an_import_against_the_order_is_found(file: str, text: str) -> None:
    house = {f"{PLANTED}/{role}.py": "A = 1\n" for role in ("model", "store", "verbs", "cards")} | {file: text}
    assert is_found(Plant(test_a_module_imports_what_lies_below_it_by_room_and_by_role, file, house))


@pytest.mark.plants
def test_two_features_that_need_each_other_are_found() -> None:
    house = {
        f"{PLANTED}/verbs.py": "from bot.features.other import model\n",
        f"{PLANTED}/model.py": "A = 1\n",
        "bot/features/other/verbs.py": f"from {PLANTED.replace('/', '.')} import model\n",
        "bot/features/other/model.py": "A = 1\n",
    }
    assert is_found(Plant(test_two_features_need_each_other_only_where_the_list_says_why, "planted", house))


@pytest.mark.plants
def test_features_that_need_each_other_within_a_role_are_found() -> None:
    house = {
        f"{PLANTED}/verbs.py": "from bot.features.other import verbs\n",
        "bot/features/other/verbs.py": f"from {PLANTED.replace('/', '.')} import verbs\n",
    }
    for guard in (
        test_no_features_need_each_other_within_one_role,
        test_no_two_modules_import_each_other_by_whatever_way,
    ):
        assert is_found(Plant(guard, "planted", house))


@pytest.mark.plants
def test_a_module_whose_name_tells_no_role_is_found() -> None:
    house = {f"{PLANTED}/drawing.py": "A = 1\n"}
    assert is_found(Plant(test_every_module_of_a_feature_says_its_role_in_its_name, f"{PLANTED}/drawing.py", house))


@pytest.mark.plants
@pytest.mark.parametrize(
    ("listed", "excused"),
    [
        ("LEFT", {("bot/planted.py", "bot/features/planted/model.py"): "is gone"}),
        ("PAIRS", {frozenset({"planted", "other"}): "is gone"}),
    ],
)
def test_an_excuse_for_what_is_gone_is_found(listed: str, excused: Mapping[object, str]) -> None:
    plant = Plant(test_no_import_is_excused_that_is_there_no_more, "planted", replaced={listed: excused})
    assert is_found(plant)
