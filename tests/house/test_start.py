"""A start loads no more than a start needs."""

from __future__ import annotations

import subprocess
import sys

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
    "pydantic": "a rulebook that somebody brings, or a record",
    "rehearsal": "rehearsing",
    "rustworkx": "the first pairing by weight",
    "simcord": "rehearsing",
}
"""What is imported where it is used, and what asks for it first."""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The packages that a process holds which has imported all that the bot imports until it is up."""
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("package", sorted(LATER))
def test_a_start_waits_for_no_package_that_is_needed_later(package: str, loaded: set[str]) -> None:
    assert package not in loaded, f"it is for {LATER[package]}"


COUNTED = """
import gc
ours = ("bot", "cogs")
print(sum(name.partition(".")[0] in ours for name in sys.modules))
print(len({(one.__module__, one.__qualname__) for one in gc.get_objects() if isinstance(one, type)
    and "__dataclass_fields__" in vars(one) and str(one.__module__).partition(".")[0] in ours}))
"""
BUDGET = {"modules": 435, "dataclasses": 720}
"""Of the bot's own, until it is up. A class takes 0.4 ms of the processor and a module 0.2; spend them knowingly."""


def over_budget(planted: str = "") -> dict[str, int]:
    """What a start imports and makes beyond its budget, the number of each."""
    code = STARTED.replace("print(*sys.modules)", planted) + COUNTED
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = dict(zip(BUDGET, map(int, done.stdout.split()), strict=True))
    assert all(found.values())
    return {kind: many for kind, many in found.items() if many > BUDGET[kind]}


def test_a_start_stays_within_its_budget_of_modules_and_dataclasses() -> None:
    assert over_budget() == {}


MORE_MODULES = """
from types import ModuleType
sys.modules.update((f"bot.planted_{n}", ModuleType(f"bot.planted_{n}")) for n in range(100))
"""
MORE_CLASSES = """
from dataclasses import make_dataclass
kept = [make_dataclass(f"Planted{n}", ["a"], namespace={"__module__": "bot.planted"}) for n in range(100)]
"""


@pytest.mark.plants
@pytest.mark.parametrize(("planted", "kind"), [(MORE_MODULES, "modules"), (MORE_CLASSES, "dataclasses")])
def test_a_hundred_more_at_the_start_are_beyond_the_budget(planted: str, kind: str) -> None:
    assert list(over_budget(planted)) == [kind]
