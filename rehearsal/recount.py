"""Rules computed anew, by code that shares nothing with the bot's: what the facts should have led to."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

VERIFIER: Final = Path(__file__).parents[1] / "docs" / "verify_draw.py"


def preliminary(players: int) -> tuple[int, int]:
    """Pairs of the first round and players who pass it, for so many players (AIJE-D01-4)."""
    largest = 1
    while largest * 2 < players:
        largest *= 2
    if largest * 2 == players:
        return largest, 0
    return players - largest, 2 * largest - players


def games_lost(
    late_seconds: float, minutes_per_game: int, best_of: int, *, play_all: bool = False, all_at_limit: bool = False
) -> int:
    """What so much lateness costs (AIJE-D01-5.4): a game for each full stretch, the match at the most.

    Of a team whose lateness has a limit all boards at once (GO-22).
    """
    if all_at_limit:
        return best_of if late_seconds >= 60 * minutes_per_game else 0
    return min(int(late_seconds // (60 * minutes_per_game)), best_of if play_all else best_of // 2 + 1)


def lost_on_boards(late_seconds: float, minutes_per_game: int, boards: Sequence[int], *, counted: bool) -> int:
    """What so much lateness of a whole team costs of the score (AIJE-D01-5.4): a game of each board for each stretch.

    Where boards are counted, one is lost with the last of its games.
    """
    times = int(late_seconds // (60 * minutes_per_game))
    return sum((games <= times) if counted else min(times, games) for games in boards)


def elo(
    before: Mapping[str, float], matches: Iterable[tuple[str, str, int, int]], initial: float, k: float
) -> dict[str, float]:
    """Ratings after the matches in the order of their end; each is (person, person, games won by either)."""
    now = dict(before)
    for one, other, won, lost in matches:
        a, b = now.get(one, initial), now.get(other, initial)
        # P(A) = 10^((rA-rB)/400) * P(B) and P(A) + P(B) = 1, so P(A) is a share of two powers (AIJE-B02-2).
        own, their = 10 ** (a / 400), 10 ** (b / 400)
        change = sum(k * (result - own / (own + their)) for result in [1] * won + [0] * lost)
        now[one], now[other] = a + change, b - change
    return now


def drawn_again(draw: Mapping[str, Any]) -> tuple[str, str, list[list[str]]]:
    """The list's hash, the seed and the first round, by the script that anybody can run (docs/verify_draw.py)."""
    return _rerun()(draw)


@cache
def _rerun() -> Callable[[Mapping[str, Any]], tuple[str, str, list[list[str]]]]:
    spec = importlib.util.spec_from_file_location("verify_draw", VERIFIER)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(VERIFIER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rerun: Callable[[Mapping[str, Any]], tuple[str, str, list[list[str]]]] = module.rerun
    return rerun
