"""The judge's own view of a match that somebody has to win: who goes on after its boards, and what says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from rehearsal.cups.teams.count import board_worth, games, totals
from rehearsal.cups.teams.facts import Stood
from rehearsal.cups.teams.rules import EXTRA, GIANT, LIVING, TeamRules

BOARDS: Final = "boards"
"""Whoever has more of them goes on, and nothing has to separate the two."""
LOT: Final = "lot"
EXTRA_GAME: Final = "extra_game"
Values = Sequence[Fraction]


def separate(stood: Stood, rules: TeamRules, ratings: Values) -> tuple[int | None, str]:
    """Which side goes on, and by what; None where only the lot or the game more can say it (GO-26.1, GO-27.2).

    `ratings` are the totals of either side.
    """
    own, their = totals(stood, rules)
    if own != their:
        return _higher((own,), (their,)), BOARDS
    for way in rules.level_match:
        if way == LOT:
            return None, way
        if way == EXTRA_GAME:
            more = [one for one in stood.boards if one.modality == EXTRA]
            return (more[0].score.index(max(more[0].score)) if len(more) == 1 else None), way
        value = _VALUES[way]
        side = _higher((ratings[0],), (ratings[1],)) if value is None else _higher(*_both(value, stood, rules))
        if side is not None:
            return side, way
    return None, BOARDS


Value = Callable[[Stood, int, TeamRules], Values]


def _both(value: Value, stood: Stood, rules: TeamRules) -> tuple[Values, Values]:
    return value(stood, 0, rules), value(stood, 1, rules)


def _higher(first: Values, second: Values) -> int | None:
    """The side with the better value, the first in which they differ."""
    return None if list(first) == list(second) else int(list(second) > list(first))


def _by_place(stood: Stood, side: int, rules: TeamRules) -> Values:
    """What each place of the line-up gave; where everyone meets everyone, a player's games together."""
    found: dict[object, Fraction] = defaultdict(Fraction)
    for board in sorted(stood.of_the_match, key=lambda one: one.number):
        place = board.seats[side] if rules.encounter == "everyone" else board.number
        found[place] += board_worth(board, side, rules)
    return tuple(found.values())


def _upper_more(stood: Stood, side: int, rules: TeamRules) -> Values:
    """Of four boards the first counts four times, the last once."""
    places = _by_place(stood, side, rules)
    return (sum((weight * value for weight, value in zip(range(len(places), 0, -1), places, strict=True)), Fraction()),)


def _kind(name: str) -> Value:
    def value(stood: Stood, side: int, rules: TeamRules) -> Values:
        return (sum((board_worth(one, side, rules) for one in stood.boards if one.modality == name), Fraction()),)

    return value


_VALUES: Final[dict[str, Value | None]] = {
    "games_won": lambda stood, side, rules: (games(stood, side, rules),),
    "boards_in_order": _by_place,
    "berlin": _upper_more,
    "living_points": _kind(LIVING),
    "giant_points": _kind(GIANT),
    "ratings_sum": None,
}
