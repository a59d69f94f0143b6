"""A whole rehearsal as one call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bot.i18n.catalogue import DEFAULT_LOCALE
from rehearsal import pairs
from rehearsal.cups.cup import Cup
from rehearsal.play import Play
from rehearsal.script import Played
from rehearsal.verdict import Verdict
from tests import empty_database
from tests.discord.conftest import stage, stage_options

__all__ = ["CupRehearsal", "Rehearsal", "cup_rehearsal", "rehearsal", "stage", "stage_options"]

HERE: Final = Path(__file__).parent
FEWEST_CHECKS: Final = 20
"""Every judge asks at least so much."""
FEWER_CHECKS: Final = {"moving-alone": 12, "own-few": 10}
"""Rehearsals of one scene alone ask less."""
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
        name: str, seed: int = 1, players: int | None = None, language: str | None = None
    ) -> tuple[Cup, Verdict]:
        ended = await played_in(tmp_path, name, seed, players, language)
        return ended.memory, ended.verdict

    return played


async def played_in(
    folder: Path, name: str, seed: int, players: int | None = None, language: str | None = None
) -> Played:
    """A rehearsal by its name, or that of a preset, whose verdict nobody may mistake for a good one unlooked.

    Unless told it is played in the language that falls to it, so that the tests speak all of them.
    """
    empty_database.put(folder / "arbiter.db")
    spoken = language or (pairs.language_of(name) if name in pairs.NAMES else DEFAULT_LOCALE)
    ended = await pairs.play(folder / "arbiter.db", name, seed=seed, players=players, language=spoken)
    assert len(ended.verdict.checks) >= FEWER_CHECKS.get(name, FEWEST_CHECKS)
    return ended
