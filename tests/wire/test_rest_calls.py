"""A whole Open, played by members on a pretend Discord, and what it costs of Discord's patience."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rest_calls import count_calls
from bot.play.rulebook import Readers, ThreadRules


async def test_an_open_of_sixteen_stays_within_one_and_a_quarter_calls_a_match_and_forty(tmp_path: Path):
    tally = await count_calls(16, 2, tmp_path)
    assert tally.matches == 16
    assert tally.is_within_the_goal, tally.routes


async def test_a_thread_is_opened_once_and_closed_once_and_lets_three_in_where_others_may_not_read_it(tmp_path: Path):
    tally = await count_calls(4, 1, tmp_path, ThreadRules(Readers.PLAYERS))
    threads = {
        route: times for route, times in tally.routes.items() if "messages" not in route and "guilds" not in route
    }
    assert threads == {
        "POST /channels/{id}/threads": 4,
        "PUT /channels/{id}/thread-members/{id}": 12,
        "PATCH /channels/{id}": 4,
    }
