"""Plays every rehearsal in every language, and says of each pair whether its judge agrees.

`python -m tools.all_rehearsals`, or `make languages`; `--only NAME` and `--language CODE` play fewer. It ends with 0
where every check of every pair holds, that no message shows a key or another language among them.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.i18n.catalogue import LOCALES
from rehearsal import pairs


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one pair."""

    name: str
    language: str
    checks: int
    problems: tuple[str, ...]
    seconds: float


def main(words: Sequence[str] | None = None) -> int:
    """Plays what is asked for; 0 when all of it holds, 1 when something does not, 2 when there is nothing to play."""
    given = _arguments(words)
    wanted = [
        (name, language, given.seed)
        for name, language in pairs.PAIRS
        if name in (given.only or pairs.NAMES) and language in (given.language or _languages(name, once=given.once))
    ]
    if not wanted:
        print(f"Nothing to play. There are {', '.join(pairs.NAMES)}, in {', '.join(LOCALES)}.", file=sys.stderr)
        return 2
    began, failed = time.monotonic(), 0
    for told in _played(wanted, min(given.jobs, len(wanted))):
        failed += bool(told.problems)
        print(row(told), *(f"    {one}" for one in told.problems[: given.most]), sep="\n", flush=True)
    print(f"{len(wanted) - failed} of {len(wanted)} pairs hold; {time.monotonic() - began:.0f} seconds.")
    return 1 if failed else 0


def _languages(name: str, *, once: bool) -> tuple[str, ...]:
    return (pairs.language_of(name),) if once else LOCALES


def _played(wanted: Sequence[tuple[str, str, int]], jobs: int) -> Iterator[Told]:
    """Every pair in its order; in processes of their own where several are played side by side."""
    if jobs == 1:
        yield from map(play, wanted)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, wanted)


def row(told: Told) -> str:
    """The pair in a line."""
    verdict = f"{len(told.problems)} problems" if told.problems else "holds"
    return f"{told.name:22} {told.language:6} {told.checks:3} checks {told.seconds:6.1f} s  {verdict}"


def play(pair: tuple[str, str, int]) -> Told:
    """One pair from the invitation to the verdict; whatever breaks is a problem like others."""
    name, language, seed = pair
    began = time.monotonic()
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
            ended = asyncio.run(pairs.play(Path(folder) / "arbiter.db", name, seed=seed, language=language))
    except Exception as error:  # noqa: BLE001 - a pair that cannot be played is told beside those that were
        return Told(name, language, 0, (f"cannot be played: {type(error).__name__}: {error}",), 0)
    checks = ended.verdict.checks
    problems = tuple(f"{one.title} ({one.rule}): {problem}" for one in checks for problem in one.problems)
    return Told(name, language, len(checks), problems, time.monotonic() - began)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.all_rehearsals", description="Every rehearsal, four times.")
    parser.add_argument("--only", action="append", metavar="NAME", choices=pairs.NAMES, help="this one; repeatable")
    parser.add_argument("--language", action="append", choices=LOCALES, help="this one; repeatable")
    parser.add_argument(
        "--once", action="store_true", help="each in one language, the one that falls to it in the tests"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same events (%(default)s)")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="side by side (%(default)s)")
    parser.add_argument("--most", type=int, default=5, help="problems told of a pair (%(default)s)")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
