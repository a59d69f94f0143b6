"""`python -m benchmarks.wire latency | crowd | start | rest-calls`: the bot as a process against a loopback Discord."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks.wire import crowd, latency, rest_calls, start
from benchmarks.wire.contenders import BARE, CROWDS, IN_TURN, PROGRAMS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wire", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("latency", help="frame to answer, in turn").add_argument("--rounds", type=int, default=300)
    kinds.add_parser("crowd", help="presses at once").add_argument("--presses", type=int, default=1000)
    kinds.add_parser("start", help="start to IDENTIFY, memory").add_argument("--times", type=int, default=5)
    kinds.add_parser("rest-calls", help="calls that the bot starts itself")
    return parser.parse_args()


async def _report(arguments: argparse.Namespace) -> str:
    match arguments.kind:
        case "latency":
            return latency.report(await latency.measure(IN_TURN, arguments.rounds))
        case "crowd":
            return crowd.report([await crowd.measure(one, arguments.presses) for one in CROWDS])
        case "start":
            return start.report(await start.measure(PROGRAMS, arguments.times))
        case _:
            return rest_calls.report([await rest_calls.counted("ten answers", BARE, rest_calls.ten_answers)])


if __name__ == "__main__":
    print(asyncio.run(_report(_arguments())))
