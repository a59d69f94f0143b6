"""Numbers out of measurements: median, 95th percentile, and a table to print."""

from __future__ import annotations

import gc
import math
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least `share` (0 to 1) of them do not exceed.

    Raises ValueError when there are no values.
    """
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True)
class Spread:
    """A set of durations in milliseconds."""

    count: int
    median: float
    p95: float
    longest: float


def spread(seconds: Sequence[float]) -> Spread:
    """The durations' median, 95th percentile and longest, in milliseconds."""
    ms = [1000 * one for one in seconds]
    return Spread(len(ms), statistics.median(ms), percentile(ms, 0.95), max(ms))


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Keep the server's own collections out of the bot's times."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table, the columns aligned for reading as plain text too."""
    cells = [[str(cell) for cell in row] for row in (titles, ["---"] * len(titles), *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    )
