"""`python -m benchmarks.presses latency | crowd | start`: the bot as a process against a loopback Discord."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks.presses import crowd, latency, start
from benchmarks.presses.contenders import CROWDS, IN_TURN, PROGRAMS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.presses", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("latency", help="frame to answer, in turn").add_argument("--rounds", type=int, default=300)
    kinds.add_parser("crowd", help="presses at once").add_argument("--presses", type=int, default=1000)
    kinds.add_parser("start", help="start to IDENTIFY, memory").add_argument("--times", type=int, default=5)
    return parser.parse_args()


async def _report(arguments: argparse.Namespace) -> str:
    match arguments.kind:
        case "latency":
            return latency.report(await latency.measure(IN_TURN, arguments.rounds))
        case "crowd":
            return crowd.report([await crowd.measure(one, arguments.presses) for one in CROWDS])
        case _:
            return start.report(await start.measure(PROGRAMS, arguments.times))


if __name__ == "__main__":
    print(asyncio.run(_report(_arguments())))
