"""A whole Open, played by members on a pretend Discord, and what it costs of Discord's patience."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rest_calls import count_calls


async def test_an_open_of_sixteen_stays_within_one_and_a_quarter_calls_a_match_and_forty(tmp_path: Path):
    tally = await count_calls(16, 2, tmp_path)
    assert tally.matches == 16
    assert tally.is_within_the_goal, tally.routes
