"""From a gateway frame to the bot's answer, one gesture at a time, the contenders in turn.

The clock starts before the frame is given to the socket and stops when the headers of the callback are in, both in the
server. All bots run at once, idle but for the one that is asked, and every round asks each once in a rotating order: so
whatever else the machine does hits all alike, and the ratios of one run can be trusted where its milliseconds cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack

from benchmarks.presses.contenders import Contender, Program, running
from benchmarks.presses.measure import Spread, no_garbage_collection, spread, table
from wire.discord_server import LoopbackDiscord
from wire.scenario import Gesture

WARM_UP = 30


async def measure(contenders: Sequence[Contender], rounds: int, warm_up: int = WARM_UP) -> dict[str, list[float]]:
    """The seconds from frame to answer by contender; `warm_up` rounds come before the `rounds` that count."""
    async with AsyncExitStack() as stack:
        servers: dict[Program, LoopbackDiscord] = {}
        lanes: list[tuple[str, LoopbackDiscord, Sequence[Gesture]]] = []
        for contender in contenders:
            server = servers.get(contender.program)
            if server is None:
                server = (await stack.enter_async_context(running(contender.program, rounds + warm_up))).server
                servers[contender.program] = server
            lanes.append((contender.name, server, await contender.gestures(server, rounds + warm_up)))
        return await _take_turns(lanes, rounds, warm_up)


async def _take_turns(
    lanes: Sequence[tuple[str, LoopbackDiscord, Sequence[Gesture]]], rounds: int, warm_up: int
) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {name: [] for name, _, _ in lanes}
    with no_garbage_collection():
        for turn in range(rounds + warm_up):
            first = turn % len(lanes)
            for name, server, gestures in (*lanes[first:], *lanes[:first]):
                interaction = await (await server.send(gestures[turn]())).wait_for_answer()
                if turn >= warm_up:
                    seconds[name].append(interaction.seconds)
    return seconds


def report(seconds: Mapping[str, Sequence[float]]) -> str:
    """The spreads as a table, each median beside that of the first contender."""
    spreads: dict[str, Spread] = {name: spread(values) for name, values in seconds.items()}
    base = next(iter(spreads.values())).median
    rows = [
        (
            name,
            one.count,
            f"{one.median:.2f}",
            f"{one.p95:.2f}",
            f"{one.median - base:+.2f}",
            f"{one.median / base:.2f}",
        )
        for name, one in spreads.items()
    ]
    return table(("gesture", "times", "median ms", "p95 ms", "more than the first", "times the first"), rows)
