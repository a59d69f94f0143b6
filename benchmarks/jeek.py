"""What it costs to know who wins at Jeek: the whole board at once, and one question afterwards.

Run with `python -m benchmarks.jeek`. The solver is the bot's own; beside it stands the plain way, a search that
remembers what it saw. Both solve the board without the mirror rule, which touches one move only, and must agree on all
positions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache
from statistics import median
from typing import Final

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot.features.jeek import model as jeek_model
from bot.features.jeek.model import FULL, MOVES, Position, legal_moves, play

RUNS: Final = 9
LINES: Final = 200
"""Games of which every position is asked about."""


def remembering_search() -> Callable[[int], bool]:
    """Whether the side to move wins, by a search that remembers."""

    @cache
    def wins(taken: int) -> bool:
        return taken == FULL or any(not move & taken and not wins(taken | move) for move in MOVES)

    return wins


def solve_by_search() -> None:
    """Every position, from the empty board on."""
    wins = remembering_search()
    for taken in range(FULL + 1):
        wins(taken)


def solve_by_sets() -> None:
    """The bot's own, with nothing kept from before."""
    for kept in (jeek_model._losing_positions, jeek_model._with_pieces, jeek_model._containing_square):
        kept.cache_clear()
    jeek_model._losing_positions()


def agree() -> bool:
    """Whether both say the same of all positions."""
    wins = remembering_search()
    return all(jeek_model.mover_wins(Position(before=taken)) == wins(taken) for taken in range(1, FULL + 1))


def milliseconds(solve: Callable[[], None], runs: int) -> float:
    """The median time of a run."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        solve()
        taken.append((time.perf_counter() - began) * 1000)
    return median(taken)


def positions(lines: int) -> list[Position]:
    """The positions of games whose moves are picked by a fixed rule."""
    found = []
    for line in range(lines):
        position = Position()
        while not position.is_over:
            found.append(position)
            choices = legal_moves(position)
            position = play(position, choices[(line * 7919 + len(found)) % len(choices)])
    return found


def question(lines: int) -> float:
    """The microseconds in which all winning moves of a position are found, at the mean."""
    asked = positions(lines)
    jeek_model.winning_moves(Position())
    began = time.perf_counter()
    for position in asked:
        jeek_model.winning_moves(position)
    return (time.perf_counter() - began) / len(asked) * 1_000_000


def report(runs: int = RUNS, lines: int = LINES) -> str:
    """The table, measured now."""
    ours, theirs = milliseconds(solve_by_sets, runs), milliseconds(solve_by_search, runs)
    rows = [
        ("a search that remembers", f"{theirs:.1f}", "1.0"),
        ("the bot's solver", f"{ours:.1f}", f"{theirs / ours:.0f}"),
    ]
    solved = table(("all 65,536 positions", "ms", "times as fast"), rows)
    return f"{solved}\n\nAll winning moves of one position: {question(lines):.0f} µs. Both agree everywhere: {agree()}."


if __name__ == "__main__":
    print(report(1, 2) if is_smallest(sys.argv) else report())
