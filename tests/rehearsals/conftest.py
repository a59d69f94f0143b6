"""A whole rehearsal as one call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.console import Console

from bot.rehearsal import regulation, show
from bot.rehearsal.command import rehearse
from bot.rehearsal.narrator import Narrator
from bot.rehearsal.play import Play
from bot.rehearsal.stage import Stage
from bot.rehearsal.verdict import Verdict
from tests.discord.conftest import stage, stage_options

__all__ = ["Rehearsal", "rehearsal", "stage", "stage_options"]

Rehearsal = Callable[..., Awaitable[tuple[Play, Verdict]]]


@pytest.fixture
def rehearsal(tmp_path: Path) -> Rehearsal:
    """Plays and judges the Open with the seed; answers what was played and the verdict."""

    async def played(seed: int = 1, players: int = 17) -> tuple[Play, Verdict]:
        path = regulation.find("aije-open")
        narrator = Narrator(Console(quiet=True), quiet=True)
        async with Stage.open(tmp_path / "arbiter.db", seed=seed, set_up=False) as stage:
            play = show.prepare(stage, regulation.read(path), path, players, seed, narrator)
            return play, await rehearse(play)

    return played
