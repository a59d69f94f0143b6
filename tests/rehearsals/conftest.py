"""A whole rehearsal as one call."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

from rehearsal import regulation, show
from rehearsal.command import rehearse
from rehearsal.cups import stagings
from rehearsal.cups.cup import Cup, Trial
from rehearsal.narrator import Narrator
from rehearsal.play import Play
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
        path = regulation.find("aije-open")
        narrator = Narrator(Console(quiet=True), quiet=True)
        empty_database.put(tmp_path / "arbiter.db")
        async with Stage.open(tmp_path / "arbiter.db", seed=seed, set_up=False) as stage:
            play = show.prepare(stage, regulation.read(path), path, players, seed, narrator)
            return play, _judged(await rehearse(play))

    return played


@pytest.fixture
def cup_rehearsal(tmp_path: Path) -> CupRehearsal:
    """Plays and judges a cup by a preset with the seed; answers what was played and the verdict."""

    async def played(name: str, seed: int = 1, players: int | None = None) -> tuple[Cup, Verdict]:
        narrator = Narrator(Console(quiet=True), quiet=True)
        empty_database.put(tmp_path / "arbiter.db")
        async with Stage.open(tmp_path / "arbiter.db", seed=seed, set_up=False) as stage:
            cup = stagings.prepare(stage, regulation.find(name), players, seed, narrator)
            return cup, _judged(stagings.judge(Trial(await stagings.rehearse(cup), cup)))

    return played


def _judged(verdict: Verdict) -> Verdict:
    """The verdict, which nobody may mistake for a good one because nothing was looked at."""
    assert len(verdict.checks) > FEWEST_CHECKS
    return verdict


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
