"""The house may only grow narrower: ratios of its files and imports, which may get better and hardly worse.

They have room for one small feature, whose few files are short. Who has made one better writes the new value down here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import pytest

from tests.house.planting import Plant, failure, is_found
from tools.figures.sources import Source, house
from tools.figures.width import Width, width

AT_LEAST: Final[Mapping[str, float]] = MappingProxyType({"median": 310.0, "lines_a_file": 238.0})
AT_MOST: Final[Mapping[str, float]] = MappingProxyType(
    {"import_share": 0.1004, "small_share": 0.205, "lodger_share": 0.12, "twice_share": 0.0045}
)
ROOM: Final = 0.1
"""By how much of itself each may be worse: as much as one small feature brings. Small files rose with five."""


def product() -> list[Source]:
    """What runs as the bot."""
    return [one for one in house() if not one.is_rehearsal]


def test_the_house_grows_no_wider() -> None:
    found = width(product())
    thin = {name: getattr(found, name) for name, least in AT_LEAST.items() if getattr(found, name) < least * (1 - ROOM)}
    wide = {name: getattr(found, name) for name, most in AT_MOST.items() if getattr(found, name) > most * (1 + ROOM)}
    assert (thin, wide) == ({}, {})


def test_no_two_modules_import_each_other_late_or_for_types() -> None:
    assert width(product()).circles == ()


def _many(text: Callable[[int], str]) -> dict[str, str]:
    return {f"bot/features/planted/planted_{n}.py": text(n) for n in range(120)}


@pytest.mark.plants
@pytest.mark.parametrize(
    ("named", "files"),
    [
        ("median", _many(lambda n: f"A = {n}\n")),
        ("lines_a_file", _many(lambda n: f"A = {n}\n")),
        ("small_share", _many(lambda n: f"A = {n}\n")),
        ("import_share", _many(lambda _: "from bot.kernel import ids\n" * 120)),
        ("lodger_share", _many(lambda n: f"from bot.features.planted import planted_{n + 1}\n")),
        ("twice_share", _many(lambda n: f"class Said{n // 2}:\n    pass\n")),
    ],
)
def test_what_makes_the_house_wider_is_found(named: str, files: dict[str, str]) -> None:
    assert is_found(Plant(test_the_house_grows_no_wider, named, files))


def test_a_small_feature_of_the_usual_files_is_not_too_much() -> None:
    lines = {"__init__": 8, "model": 60, "store": 50, "verbs": 120, "cards": 70, "plugs": 60}
    files = {f"bot/features/planted/{name}.py": "A = 1\n" * count for name, count in lines.items()}
    said = failure(Plant(test_the_house_grows_no_wider, "", files | {"cogs/planted.py": "A = 1\n" * 45}))
    assert said is None


@pytest.mark.plants
def test_a_new_circle_is_found() -> None:
    files = {
        "bot/kernel/planted.py": "from bot.kernel import planted_again\n",
        "bot/kernel/planted_again.py": "from bot.kernel.planted import VALUE\n",
    }
    assert is_found(Plant(test_no_two_modules_import_each_other_late_or_for_types, "planted_again", files))


def test_imports_are_counted_by_their_lines_and_not_where_they_are_spoken_of() -> None:
    spoken = (
        '"""Of\nimport this\n"""\nfrom bot.kernel import (\n    ids,\n    people as c,\n)\n'
        "import bot.kernel.errors\nA = 1\n"
    )
    found: Width = width([Source("bot/a.py", spoken), Source("bot/kernel/errors.py", "class A: ...\n")])
    assert (found.imports, found.files, found.one_importer) == (5, 2, 1)
