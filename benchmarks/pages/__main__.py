"""`python -m benchmarks.pages event | presses | publish`: what pages cost, beside a plain one and beside presses."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks.pages import event, files, presses
from benchmarks.sizes import SMALLEST


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("event", help="an event of 256, kept and cold, beside a plain page")
    kinds.add_parser("presses", help="presses of the bot, alone and beside visitors")
    kinds.add_parser("publish", help="pages as files, all of them and after one result")
    for one in kinds.choices.values():
        one.add_argument(SMALLEST, action="store_true", help="only try whether it runs")
    return parser.parse_args()


def _report(arguments: argparse.Namespace) -> str:
    match arguments.kind:
        case "presses":
            blocks = (1, 2, 1, presses.FEW) if arguments.smallest else (presses.BLOCKS, presses.EACH, presses.WARM_UP)
            return presses.report(*asyncio.run(presses.measure(*blocks)))
        case "publish":
            return files.report(files.measure(files.FEWEST if arguments.smallest else files.EVENTS))
        case _:
            size = (event.FEWEST, 1, 0) if arguments.smallest else (event.PLAYERS, event.TIMES, event.WARM_UP)
            return event.report(asyncio.run(event.measure(*size)))


if __name__ == "__main__":
    print(_report(_arguments()))
