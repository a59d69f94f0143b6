"""How many REST calls a bot starts itself while an event is played.

`counted` runs a play against a bot and counts by the rule of `counting.py`; what the bot asks at its start (its
account, its application, its commands) is left out, as it belongs to no event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from benchmarks.wire.contenders import Program, running
from benchmarks.wire.discord_server import LoopbackDiscord
from benchmarks.wire.measure import table
from benchmarks.wire.scenario import Visitor
from bot.rehearsal.counting import by_route, goal_where_arbiters_are_awaited, started_by_the_bot

Play: TypeAlias = Callable[[LoopbackDiscord], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Tally:
    """The calls of one event: how many matches it had, what the bot called, what Discord did not know."""

    name: str
    matches: int
    routes: Counter[str]
    unknown: int

    @property
    def calls(self) -> int:
        """All that the bot started itself."""
        return self.routes.total()

    @property
    def is_within_the_goal(self) -> bool:
        """Whether they are at most 1.25 per match plus 40."""
        return self.calls <= goal_where_arbiters_are_awaited(self.matches)


async def counted(name: str, program: Program, play: Play) -> Tally:
    """Start the program, play the event, and count. `play` drives it to its end and gives the number of matches."""
    async with running(program) as bot:
        before = len(bot.server.calls)
        matches = await play(bot.server)
        calls = started_by_the_bot(bot.server.calls[before:])
        return Tally(name, matches, by_route(calls), len(bot.server.unknown))


async def ten_answers(server: LoopbackDiscord) -> int:
    """The play of a comparison bot: ten commands answered, no match. It must count no call at all."""
    for number in range(10):
        await Visitor.new(server, f"Player {number}").slash("check-in")
    return 0


def report(tallies: list[Tally]) -> str:
    """The tallies as a table, the most called routes named."""
    rows = [
        (
            one.name,
            one.matches,
            one.calls,
            f"{goal_where_arbiters_are_awaited(one.matches):.0f}",
            "; ".join(f"{route} {times}" for route, times in one.routes.most_common(4)),
        )
        for one in tallies
    ]
    return table(("event", "matches", "calls", "goal", "most called"), rows)
