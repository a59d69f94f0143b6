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
