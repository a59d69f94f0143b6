"""The rooms of features: who may import whom there, by room and by role, as docs/architecture.md says.

A module that still stands in a layer is held to where the map sends it as soon as one that has moved is concerned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

import pytest

from tests.house.planting import Plant, is_found
from tests.house.reading import imports, python_files, tree
from tests.house.rooms import DECIDING, modules_of, role_of
from tools.mapping import chart
from tools.mapping.chart import NOWHERE
from tools.mapping.rooms import FEATURES, ROOMS, Role, breach, spot

LIVING: Final = "bot/living"
_PLUG: Final = "a plug of the living parts is to answer, once they stand in bot/living"
LEFT: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("bot/living/apart_child.py", "bot/features/evidence/model.py"): _PLUG,
        ("bot/living/apart_child.py", "bot/features/sign_ups/model.py"): _PLUG,
    }
)
"""Imports against the order that stay for a time, by their modules, and why; a cure takes its line off."""
PAIRS: Final[Mapping[frozenset[str], str]] = MappingProxyType({})
"""Features that have moved and need each other, over all their roles, and why; the list only shrinks."""


@cache
def _then() -> Mapping[str, str]:
    return chart.load().modules


def there(path: str) -> str:
    """Where a module will stand, or stands."""
    return _then().get(path, path)


def is_moved(path: str) -> bool:
    """Whether it stands in the folder of a feature."""
    return path.startswith(f"{FEATURES}/")


def module_of(name: str, known: frozenset[str]) -> str | None:
    """The file of an imported name: of a module, or of what stands in one."""
    parts = name.replace(".", "/")
    above = parts.rpartition("/")[0]
    tried = (f"{parts}.py", f"{parts}/__init__.py", f"{above}.py", f"{above}/__init__.py")
    return next((one for one in tried if one in known), None)


def imported() -> Iterator[tuple[str, str]]:
    """Each import of the product in which a module that has moved is concerned: who, and whom."""
    known = frozenset(python_files("bot/", "cogs/"))
    for path in sorted(known):
        for _, name in imports(tree(path)):
            if is_moved(path) or name.startswith("bot.features."):
                used = module_of(name, known)
                if used is not None and used != path:
                    yield path, used


def against_the_order() -> dict[tuple[str, str], str]:
    """The imports that break a rule between rooms or roles, with the rule."""
    found = {}
    for user, used in imported():
        here, where = there(user), there(used)
        if here != where and NOWHERE not in {here, where} and (rule := breach(here, where)) is not None:
            found[user, used] = rule
    return found


def above_the_living() -> list[str]:
    """What the living parts import of features, by the modules and names of the map, but for what is excused."""
    map_, known = chart.load(), frozenset(python_files("bot/", "cogs/"))
    excused = {user for user, _ in LEFT}
    living = [path for path in sorted(known) if spot(there(path)).room == LIVING and path not in excused]
    found = ((path, name, module_of(name, known)) for path in living for _, name in imports(tree(path)))
    return [
        f"{path} imports {name}"
        for path, name, used in found
        if used is not None and spot(map_.target(used, name.rpartition(".")[2])).rank >= len(ROOMS)
    ]


def in_need_of_each_other() -> set[frozenset[str]]:
    """Two features that have moved, each of which imports the other."""
    ways = {(spot(user).room, spot(used).room) for user, used in imported() if is_moved(user) and is_moved(used)}
    return {frozenset(way) for way in ways if way[0] != way[1] and way[::-1] in ways}


def test_a_module_of_a_feature_imports_what_lies_below_it_by_room_and_by_role() -> None:
    found = {way: rule for way, rule in against_the_order().items() if way not in LEFT}
    assert found == {}


def test_the_living_parts_import_no_feature() -> None:
    assert above_the_living() == []


def test_no_import_is_excused_that_is_there_no_more() -> None:
    assert LEFT.keys() <= against_the_order().keys()
    assert PAIRS.keys() <= in_need_of_each_other()


def test_two_features_need_each_other_only_where_the_list_says_why() -> None:
    assert in_need_of_each_other() - PAIRS.keys() == set()


def test_every_module_of_a_feature_says_its_role_in_its_name() -> None:
    nameless = [path for path in python_files(f"{FEATURES}/") if role_of(path) is Role.WORKER and "worker" not in path]
    assert nameless == []


def test_the_roles_are_those_of_the_layers_for_what_has_not_moved() -> None:
    assert role_of("bot/services/events/planted.py") in DECIDING
    assert role_of("bot/features/ladder/model.py") is role_of("bot/domain/planted.py") is Role.MODEL
    assert role_of("bot/features/cases/appeals_verbs.py") is Role.VERBS
    assert role_of("bot/living/notifier.py") is role_of("bot/record/model.py") is None
    assert modules_of(Role.STORE)


PLANTED: Final = "bot/features/planted"


@pytest.mark.plants
@pytest.mark.parametrize(
    ("file", "text"),
    [
        (f"{PLANTED}/model.py", "from bot.kernel import outbox\n"),
        (f"{PLANTED}/cards.py", "from bot.kernel import access\n"),
        (f"{PLANTED}/verbs.py", "from bot.kernel import undoing\n"),
        (f"{PLANTED}/store.py", "from bot.features.decks.store import load\n"),
        ("bot/server/verbs.py", f"from {PLANTED.replace('/', '.')} import verbs\n"),
        ("bot/play/rating.py", f"from {PLANTED.replace('/', '.')}.model import Rated\n"),
        ("cogs/planted.py", f"from {PLANTED.replace('/', '.')} import store\n"),
    ],
)
def test_an_import_against_the_order_is_found(file: str, text: str) -> None:
    house = {f"{PLANTED}/{role}.py": "A = 1\n" for role in ("model", "store", "verbs", "cards")} | {file: text}
    assert is_found(Plant(test_a_module_of_a_feature_imports_what_lies_below_it_by_room_and_by_role, file, house))


@pytest.mark.plants
@pytest.mark.parametrize("text", ["from bot.kernel import refusals\n", "from bot.wiring import ALL\n"])
def test_a_living_part_that_knows_a_feature_is_found(text: str) -> None:
    house = {"bot/living/reachability.py": text}
    assert is_found(Plant(test_the_living_parts_import_no_feature, "bot/living/reachability.py", house))


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
