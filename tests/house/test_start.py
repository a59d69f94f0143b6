"""A start loads no more than a start needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

STARTED = """
import sys
from importlib import import_module
import bot.running
from bot.app import COGS
for name in COGS:
    import_module(f"cogs.{name}")
print(*sys.modules)
"""
LATER = {
    "PIL": "the first picture",
    "apscheduler": "the first deadline, which is armed once the bot is up",
    "babel": "the first sentence",
    "confusable_homoglyphs": "the first two names that are compared",
    "dotenv": "a file of settings",
    "icalendar": "the first calendar",
    "jinja2": "the first page, in a process of its own",
    "prometheus_client": "figures, where the host wants any",
    "pydantic": "a rulebook that somebody brings, or a record",
    "rehearsal": "rehearsing",
    "rustworkx": "the first pairing by weight",
    "simcord": "rehearsing",
    "web": "pages, in a process of its own",
}
"""What is imported where it is used, and what asks for it first."""


MORE_MODULES = """
from types import ModuleType
sys.modules.update((f"bot.planted_{n}", ModuleType(f"bot.planted_{n}")) for n in range(100))
"""
MORE_CLASSES = """
for n in range(100):
    del sys.modules[f"bot.planted_{n}"]
from dataclasses import make_dataclass
kept = [make_dataclass(f"Planted{n}", ["a"], namespace={"__module__": "bot.planted"}) for n in range(100)]
"""
COUNTED = """
import gc
ours = ("bot", "cogs")
print(sum(name.partition(".")[0] in ours for name in sys.modules),
    len({(one.__module__, one.__qualname__) for one in gc.get_objects() if isinstance(one, type)
    and "__dataclass_fields__" in vars(one) and str(one.__module__).partition(".")[0] in ours}))
"""


@dataclass(frozen=True)
class Loaded:
    """What a process holds which has imported all that the bot imports until it is up."""

    packages: frozenset[str]
    counted: tuple[dict[str, int], ...]
    """Of the bot's own: as it is, with a hundred modules more, with a hundred dataclasses more."""


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    """One process for all that is asked of a start: it costs a second and more."""
    code = STARTED + COUNTED + MORE_MODULES + COUNTED + MORE_CLASSES + COUNTED
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, *counts = done.stdout.splitlines()
    counted = tuple(dict(zip(BUDGET, map(int, line.split()), strict=True)) for line in counts)
    return Loaded(frozenset(name.partition(".")[0] for name in names.split()), counted)


@pytest.mark.parametrize("package", sorted(LATER))
def test_a_start_waits_for_no_package_that_is_needed_later(package: str, loaded: Loaded) -> None:
    assert package not in loaded.packages, f"it is for {LATER[package]}"


BUDGET = {"modules": 478, "dataclasses": 760}
"""Of the bot's own, until it is up. A class takes 0.4 ms of the processor and a module 0.2; spend them knowingly."""


def over_budget(found: Mapping[str, int]) -> list[str]:
    """What a start imports or makes beyond its budget."""
    assert all(found.values())
    return [kind for kind, many in found.items() if many > BUDGET[kind]]


def test_a_start_stays_within_its_budget_of_modules_and_dataclasses(loaded: Loaded) -> None:
    assert over_budget(loaded.counted[0]) == []


@pytest.mark.plants
@pytest.mark.parametrize(("nth", "kind"), [(1, "modules"), (2, "dataclasses")])
def test_a_hundred_more_at_the_start_are_beyond_the_budget(nth: int, kind: str, loaded: Loaded) -> None:
    assert over_budget(loaded.counted[nth]) == [kind]
