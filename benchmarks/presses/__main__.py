"""`python -m benchmarks.presses latency | crowd | start`: the bot as a process against a loopback Discord."""

from __future__ import annotations

import argparse
import asyncio
from typing import Final

from benchmarks.presses import crowd, latency, start
from benchmarks.presses.contenders import CROWDS, IN_TURN, PROGRAMS
from benchmarks.sizes import SMALLEST

FEWEST: Final = {"latency": 2, "crowd": 5, "start": 1}
"""Rounds, presses or starts of a trial."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.presses", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("latency", help="frame to answer, in turn").add_argument("--rounds", type=int, default=300)
    kinds.add_parser("crowd", help="presses at once").add_argument("--presses", type=int, default=1000)
    kinds.add_parser("start", help="start to IDENTIFY, memory").add_argument("--times", type=int, default=5)
    for one in kinds.choices.values():
        one.add_argument(SMALLEST, action="store_true", help="only try whether it runs")
    return parser.parse_args()


async def _report(arguments: argparse.Namespace) -> str:
    fewest = FEWEST[arguments.kind] if arguments.smallest else None
    match arguments.kind:
        case "latency":
            warm_up = latency.WARM_UP if fewest is None else 1
            return latency.report(await latency.measure(IN_TURN, fewest or arguments.rounds, warm_up))
        case "crowd":
            return crowd.report([await crowd.measure(one, fewest or arguments.presses) for one in CROWDS])
        case _:
            times = fewest or arguments.times
            return start.report(await start.measure(PROGRAMS, times, is_prepared=fewest is None))


if __name__ == "__main__":
    print(asyncio.run(_report(_arguments())))
