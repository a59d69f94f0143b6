"""`python -m wire.chaos --kills 200 --seed 1` (`make chaos`): small Opens until so many deaths have been died.

With `--postgres` two processes play at a server's database, one of them the spare, until so many mishaps have come.

Ends with 0 where everything holds, with 1 after a breach, and with 3 where nothing broke, but the machine was too slow
to judge an evening.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wire.chaos.run import Outcome, evening

DEATHS_AN_EVENING: Final = 10
MISHAPS_AN_EVENING: Final = 14
MOST_EVENINGS: Final = 60
HOLDS, BROKEN, TOO_SLOW = 0, 1, 3
"""With what the command ends; 2 is a command line that cannot be read."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m wire.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how many deaths are died, over all evenings")
    parser.add_argument("--seed", type=int, default=1, help="the first evening's; each further one takes the next")
    parser.add_argument("--evenings", type=int, default=MOST_EVENINGS, help="play no more than so many")
    parser.add_argument("--calm", action="store_true", help="one evening in which nothing goes wrong: no outage at all")
    parser.add_argument("--shards", type=int, default=1, help="play an Open on each of so many connections at once")
    parser.add_argument(
        "--postgres", action="store_true", help="a pair at a PostgreSQL server; --kills are its mishaps"
    )
    parser.add_argument("--tell", action="store_true", help="tell refusals and the bot's own log as well")
    arguments = parser.parse_args()
    if arguments.postgres and (arguments.calm or arguments.shards > 1):
        parser.error("--postgres plays one Open on one connection, and never a calm one")
    return arguments


async def _run(arguments: argparse.Namespace) -> int:
    """Plays them all; told to end, it leaves no process behind."""
    playing = asyncio.current_task()
    if playing is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, playing.cancel)
    return await (_run_pairs(arguments) if arguments.postgres else _run_files(arguments))


async def _run_pairs(arguments: argparse.Namespace) -> int:
    """Two processes at a database on a server; each mishap counts, whoever dies by it."""
    from wire.chaos.pair import run as pairs  # noqa: PLC0415 - what talks to a server is asked for here alone
    from wire.chaos.pair.database import running  # noqa: PLC0415

    found: list[pairs.PairOutcome] = []
    with running() as server:
        while (came := sum(_mishaps(one.whole) for one in found)) < arguments.kills and len(found) < arguments.evenings:
            seed = arguments.seed + len(found)
            found.append(await pairs.evening(seed, min(MISHAPS_AN_EVENING, arguments.kills - came), server))
            _tell(found[-1].whole, " --postgres", arguments)
            print(f"      {found[-1].doubled} doubled at a freeze, seconds: {found[-1].told_seconds}", flush=True)
    outcomes = [one.whole for one in found]
    print(_summary(outcomes))
    print("\n".join(pairs.told(found)))
    return status_of(outcomes)


def _mishaps(one: Outcome) -> int:
    return sum(one.tally.mishaps.values())


def _tell(outcome: Outcome, how: str, arguments: argparse.Namespace) -> None:
    """One evening, and how it is played again where something broke."""
    print(_line(outcome), flush=True)
    for told in (*outcome.refusals, *outcome.log) if arguments.tell else ():
        print(f"      {told}")
    again = f"python -m wire.chaos --evenings 1 --seed {outcome.seed}{how}"
    for breach in outcome.breaches:
        print(f"    BREACH {breach}\n      again: {again}", flush=True)


async def _run_files(arguments: argparse.Namespace) -> int:
    outcomes: list[Outcome] = []
    of = f" --shards {arguments.shards}" if arguments.shards > 1 else ""
    most = 1 if arguments.calm else arguments.evenings
    while (died := sum(one.tally.kills for one in outcomes)) < arguments.kills and len(outcomes) < most:
        seed = arguments.seed + len(outcomes)
        deaths = min(DEATHS_AN_EVENING, arguments.kills - died)
        outcome = await evening(seed, deaths, calm=arguments.calm, shards=arguments.shards)
        outcomes.append(outcome)
        _tell(outcome, of, arguments)
    print(_summary(outcomes))
    return status_of(outcomes)


def status_of(outcomes: Sequence[Outcome]) -> int:
    """A breach outweighs an evening that could not be judged."""
    if any(one.breaches for one in outcomes):
        return BROKEN
    return TOO_SLOW if any(one.too_slow for one in outcomes) else HOLDS


def _line(one: Outcome) -> str:
    return (
        f"seed {one.seed}: {one.players} players, {one.tally.kills} kills, {one.tally.starts} starts,"
        f" {one.accepted} acts accepted, {one.messages} messages, {sum(one.faults.values())} faults,"
        f" {one.outages} outages on record,"
        f" {one.seconds:.0f} s: {_verdict(one)}"
    )


def _verdict(one: Outcome) -> str:
    if one.breaches:
        return f"{len(one.breaches)} breaches"
    return f"TOO SLOW TO JUDGE, {one.too_slow}" if one.too_slow else "holds"


def _summary(outcomes: list[Outcome]) -> str:
    faults, mishaps = Counter[str](), Counter[str]()
    for one in outcomes:
        faults += one.faults
        mishaps += Counter(one.tally.mishaps)
    rows = {
        "evenings": len(outcomes),
        "kills": sum(one.tally.kills for one in outcomes),
        "starts": sum(one.tally.starts for one in outcomes),
        "faults": f"{faults.total()} ({_list(faults)})",
        "mishaps": _list(mishaps),
        "presses": sum(one.tally.presses for one in outcomes),
        "  sent twice": sum(one.tally.repeated for one in outcomes),
        "  unanswered": sum(one.tally.unanswered for one in outcomes),
        "  refused": sum(one.tally.refused for one in outcomes),
        "acts accepted": sum(one.accepted for one in outcomes),
        "messages": sum(one.messages for one in outcomes),
        "missing": _count(outcomes, "success", "gone at the end", "not said", "nowhere", "said 0 times"),
        "double": _count(outcomes, "said 2", "times:"),
        "charged": _count(outcomes, "charged", "by absence", "anew", "called off"),
        "outages": sum(one.outages for one in outcomes),
        "  unlike": _count(outcomes, "outage", "on record"),
        "too slow to judge": sum(one.too_slow is not None for one in outcomes),
        "breaches": sum(len(one.breaches) for one in outcomes),
    }
    return "\n".join(f"{name:18} {value}" for name, value in rows.items())


def _count(outcomes: list[Outcome], *signs: str) -> int:
    return sum(any(sign in breach for sign in signs) for one in outcomes for breach in one.breaches)


def _list(counted: Counter[str]) -> str:
    return ", ".join(f"{name} {times}" for name, times in counted.most_common())


if __name__ == "__main__":
    sys.exit(asyncio.run(_run(_arguments())))
