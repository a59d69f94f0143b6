"""A small choice of what `make chaos` does two hundred times; and the harness's own clock and verdict."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from wire.chaos.hours import Hours
from wire.chaos.run import evening


@pytest.mark.timeout(300)  # on a busy machine each start of the bot takes seconds
@pytest.mark.parametrize(("seed", "deaths"), [(2, 3)])
async def test_a_small_open_amid_deaths_and_faults_loses_doubles_and_charges_nothing(seed: int, deaths: int) -> None:
    outcome = await evening(seed, deaths)
    assert outcome.breaches == [], f"python -m wire.chaos --evenings 1 --kills {deaths} --seed {seed}"
    assert outcome.tally.kills >= 1
    assert outcome.accepted > 10


async def test_the_harness_runs_time_fast_or_slowly_and_never_backwards(tmp_path: Path) -> None:
    hours = Hours.made(tmp_path / "hours", 1_900_000_000.0)
    other = Hours(tmp_path / "hours")
    before, dice = hours.monotonic(), random.Random(5)
    for rate in (1.0, -1000.0, 50.0, 1.0):
        hours.run_at(rate)
        other.see()
        await asyncio.sleep(dice.uniform(0, 0.01))
        assert before <= hours.monotonic() <= other.monotonic()
        before = other.monotonic()
    assert before > hours.discord() - 1_900_000_000.0 - 1 > 1


async def test_where_the_bot_does_not_keep_up_fast_time_waits_for_it(tmp_path: Path) -> None:
    hours = Hours.made(tmp_path / "hours", 0.0)
    hours.see()
    seen = hours.monotonic()
    hours.run_at(10_000.0)
    await asyncio.sleep(0.01)
    assert hours.monotonic() - seen < 1.1


async def test_the_wall_clock_alone_is_set_wrong(tmp_path: Path) -> None:
    hours = Hours.made(tmp_path / "hours", 1_900_000_000.0)
    hours.step_wall(-3600.0)
    assert -3601 < hours.wall() - hours.discord() < -3599
    hours.step_wall(0.0)
    assert abs(hours.wall() - hours.discord()) < 1
