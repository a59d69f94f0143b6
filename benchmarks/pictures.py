"""How long a bracket takes to draw, how big it is, and how long the event loop stands still meanwhile.

Run with `python -m benchmarks.pictures`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot.layout.bracket_layout import bracket_pages
from bot.layout.event_pictures import draw_bracket, draw_whole
from bot.layout.picture_model import BracketLabels, BracketPicture, DrawnPlace, DrawnPlaceState, RoundColumn, Slot

_LABELS = BracketLabels("bye", "W.O.", "live", "to be decided", "Third place")
_SCRIPT = "".join(chr(0x1D4D0 + letter) for letter in (0, 39, 26))
_NAMES = ("Ana Clara", "João Pedro", "さくら", "محمد علي", "Łukasz Żółty", "🎴 KoiKoi 🌸", _SCRIPT, "Дмитрий")
_SIZES = (8, 16, 64, 256)


def played_out(entrants: int) -> BracketPicture:
    """A bracket of a power of two in which the upper side always wins."""
    names = [f"{_NAMES[index % len(_NAMES)]} {index}" for index in range(entrants)]
    columns: list[RoundColumn] = []
    while len(names) > 1:
        pairs = zip(names[::2], names[1::2], strict=True)
        places = tuple(
            DrawnPlace(
                Slot(top, score_text="3", won=True), Slot(bottom, score_text="1", out=True), DrawnPlaceState.DONE
            )
            for top, bottom in pairs
        )
        columns.append(RoundColumn(f"Round {len(columns) + 1}", places))
        names = names[::2]
    third = DrawnPlace(
        Slot("Zoë", score_text="5", won=True), Slot("Bia", score_text="2", out=True), DrawnPlaceState.DONE
    )
    return BracketPicture("The Open", f"{entrants} players", tuple(columns), third, _LABELS)


async def longest_stall(draw: Callable[[], bytes]) -> tuple[bytes, float, float]:
    """The picture, the seconds that it took in a thread, and the loop's longest delay in seconds."""
    stalls = [0.0]
    drawing = asyncio.create_task(asyncio.to_thread(draw))
    began = last = time.perf_counter()
    while not drawing.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        stalls.append(now - last - 0.001)
        last = now
    return drawing.result(), last - began, max(stalls)


async def measure(sizes: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """A row for each size and kind, the first drawing (faces still to be opened) before the others."""
    rows = []
    for turn in ("cold", "warm"):
        for entrants in sizes:
            picture = played_out(entrants)
            page = bracket_pages(picture)[0]
            draw_whole.cache_clear()
            draw_bracket.cache_clear()
            for kind, draw, shown in (("whole", draw_whole, picture), ("page", draw_bracket, page)):
                data, seconds, stall = await longest_stall(lambda draw=draw, shown=shown: draw(shown))  # type: ignore[misc]
                size, name = f"{len(data) / 1024:.0f}", f"{entrants} players, {kind}, {turn}"
                rows.append((name, f"{seconds * 1000:.0f}", size, f"{stall * 1000:.1f}"))
    return rows


def report(sizes: Sequence[int] = _SIZES) -> str:
    """The table, measured now."""
    return table(("bracket", "ms", "KiB", "longest stall of the loop ms"), asyncio.run(measure(sizes)))


if __name__ == "__main__":
    print(report(_SIZES[:1]) if is_smallest(sys.argv) else report())
