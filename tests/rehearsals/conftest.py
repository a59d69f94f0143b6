"""A whole rehearsal as one call."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

from rehearsal import regulation
from rehearsal.cups.cup import Cup
from rehearsal.narrator import Narrator
from rehearsal.play import Play
from rehearsal.script import Casting, Played, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage
from rehearsal.verdict import Verdict
from tests import empty_database
from tests.discord.conftest import stage, stage_options

__all__ = ["CupRehearsal", "Rehearsal", "cup_rehearsal", "rehearsal", "stage", "stage_options"]

HERE: Final = Path(__file__).parent
SAMPLE: Final = 8
"""Of so many planted faults one is planted in every run of the tests."""
FEWEST_CHECKS: Final = 20
"""Every judge asks for more."""
Rehearsal = Callable[..., Awaitable[tuple[Play, Verdict]]]
CupRehearsal = Callable[..., Awaitable[tuple[Cup, Verdict]]]


@pytest.fixture
def rehearsal(tmp_path: Path) -> Rehearsal:
    """Plays and judges the Open with the seed; answers what was played and the verdict."""

    async def played(seed: int = 1, players: int = 17) -> tuple[Play, Verdict]:
        ended = await played_in(tmp_path, "aije-open", seed, players)
        return ended.play, ended.verdict

    return played


@pytest.fixture
def cup_rehearsal(tmp_path: Path) -> CupRehearsal:
    """Plays and judges a cup by a preset with the seed; answers what was played and the verdict."""

    async def played(
        name: str, seed: int = 1, players: int | None = None, language: str = "en-US"
    ) -> tuple[Cup, Verdict]:
        ended = await played_in(tmp_path, name, seed, players, language)
        return ended.memory, ended.verdict

    return played


async def played_in(folder: Path, name: str, seed: int, players: int | None = None, language: str = "en-US") -> Played:
    """A rehearsal by its name, or that of a preset, whose verdict nobody may mistake for a good one unlooked."""
    script, rulebook = NAMED.get(name) or (None, name)
    path = regulation.find(rulebook)
    script = script or script_for(path)
    empty_database.put(folder / "arbiter.db")
    async with Stage.open(folder / "arbiter.db", seed=seed, language=language, set_up=False) as stage:
        narrator = Narrator(Console(quiet=True), quiet=True)
        ended = await rehearse(script, Casting(stage, path, players, seed, narrator))
    assert len(ended.verdict.checks) > FEWEST_CHECKS
    return ended


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Plants every eighth fault of each list, and all of them with ALL_FAULTS=1 (`make faults`).

    A planted fault costs a whole rehearsal, and it is the rehearsal's judge that it tests, not the bot.
    """
    if os.environ.get("ALL_FAULTS"):
        return
    planted: Counter[str] = Counter()
    left: list[pytest.Item] = []
    for item in items:
        if item.path.parent == HERE and item.path.stem.endswith("faults") and "name" in _given(item):
            planted[item.path.stem] += 1
            if planted[item.path.stem] % SAMPLE != 1:
                left.append(item)
    config.hook.pytest_deselected(items=left)
    away = set(left)
    items[:] = [item for item in items if item not in away]


def _given(item: pytest.Item) -> Mapping[str, object]:
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
