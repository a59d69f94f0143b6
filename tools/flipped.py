"""Sets each setting of each preset otherwise once, and says of each file what becomes of it (`rehearsal/flips`).

`python -m tools.flipped`, or `make long`; `--part N` takes one of ten, `--only TEXT` those whose name has the text. It
ends with 0 where each file is refused with the place, judged to its end, or told why it cannot be judged.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from rehearsal.flips.table import PARTS, File, files, part_of
from rehearsal.flips.verdicts import Ending, Told, judge


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table row by row, and its sum; 0 when nothing in it fails."""
    given = _arguments(words)
    chosen = files() if given.part is None else part_of(given.part)
    wanted = [file for file in chosen if given.only in file.name]
    began, endings = time.monotonic(), Counter[Ending]()
    for file, told in _judged(wanted, given.jobs):
        endings[told.ending] += len(file.flips)
        if told.ending is not Ending.REFUSED or given.all:
            print(row(file, told), *(f"    {one}" for one in told.said[: given.most]), sep="\n", flush=True)
    print(summary(wanted, endings, time.monotonic() - began))
    return 1 if endings[Ending.FAILED] else 0


def row(file: File, told: Told) -> str:
    """A file of the table in a line, each of its settings with the value that it was given."""
    flipped = ", ".join(f"{one.key} = {one.now}" for one in file.flips)
    return f"{told.ending:12} {told.seconds:6.1f} s  {file.flips[0].preset}: {flipped}"


def summary(chosen: Sequence[File], endings: Counter[Ending], seconds: float) -> str:
    """How many settings ended in which way."""
    counted = ", ".join(f"{endings[one]} {one}" for one in Ending)
    return f"{sum(endings.values())} settings flipped in {len(chosen)} files: {counted}; {seconds:.0f} seconds."


def _judged(wanted: Sequence[File], jobs: int) -> Iterator[tuple[File, Told]]:
    if jobs == 1:
        yield from ((file, judge(file)) for file in wanted)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from zip(wanted, pool.imap(judge, wanted), strict=True)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.flipped", description="Each setting set otherwise once.")
    parser.add_argument("--part", type=int, choices=range(PARTS), help="one of ten")
    parser.add_argument("--only", default="", metavar="TEXT", help="files with this in their name: a preset, a key")
    parser.add_argument("--all", action="store_true", help="print those that are refused, too")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="side by side (%(default)s)")
    parser.add_argument("--most", type=int, default=5, help="sentences told of a file (%(default)s)")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
