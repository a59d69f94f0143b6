"""A dispute between schools: table games, the giant game and the living game, all at one time (OLY-1 to OLY-4)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.domain.contests import BoardResult
from bot.domain.events.draw import Stream
from bot.domain.regulation.format_rules import DisputeRules


class Modality(StrEnum):
    """The three kinds of game of a dispute (OLY-2)."""

    TABLE = "table"
    GIANT = "giant"
    LIVING = "living"


@dataclass(frozen=True, slots=True)
class Game:
    """One of the games of a dispute: its board from 1, how many play it on each side, how often, for how much each."""

    board: int
    modality: Modality
    players: int
    times: int
    points: Fraction
    sheet: str | None = None
    """The game sheet of the scene, where the rulebook names scenes (OLY-7)."""


def games(rules: DisputeRules, scene: int = 0) -> tuple[Game, ...]:
    """The games of a dispute in the order of its boards: the tables, the giant game, the living game (OLY-2).

    In the giant and the living game each side starts once, so each is played twice.
    """
    sheets = scenes(rules)[scene] if scenes(rules) else ()
    kinds = [(Modality.TABLE, 1, 1, rules.table_points)] * rules.table_games
    if rules.giant_games:
        kinds.append((Modality.GIANT, rules.giant_players, rules.giant_games, rules.giant_points))
    if rules.living_games:
        kinds.append((Modality.LIVING, rules.living_players, rules.living_games, rules.living_points))
    return tuple(
        Game(board, kind, players, times, Fraction(points), sheets[board - 1] if board <= len(sheets) else None)
        for board, (kind, players, times, points) in enumerate(kinds, start=1)
    )


def scenes(rules: DisputeRules) -> tuple[tuple[str, ...], ...]:
    """The sets of games that the lot chooses from; none where the rulebook names no games."""
    return tuple(scene for scene in (rules.scene_1, rules.scene_2) if scene)


def scene_of(rules: DisputeRules, seed: str, contest: str) -> int:
    """The scene of one dispute, from 0, by the lot of the draw that made the table (OLY-4).

    `seed` is the draw's, in hexadecimal, and `contest` says which dispute is meant; anybody can do it again.
    """
    choices = len(scenes(rules))
    if choices < 2:
        return 0
    return Stream(hashlib.sha256(f"{seed}\nscene\n{contest}".encode()).digest()).below(choices)


def all_points(rules: DisputeRules) -> Fraction:
    """What a dispute gives in all: 9 in the olympiad (OLY-2)."""
    return sum((one.points * one.times for one in games(rules)), Fraction(0))


def points(boards: Sequence[BoardResult]) -> tuple[Fraction, Fraction]:
    """What the boards give to either side, a drawn game split between them (OLY-2)."""
    first, second = Fraction(0), Fraction(0)
    for board in boards:
        weight, half = Fraction(board.weight), Fraction(board.draws, 2)
        first += weight * (board.score[0] + half)
        second += weight * (board.score[1] + half)
    return first, second


def places(rules: DisputeRules) -> tuple[int, ...]:
    """How many of a school each board takes; together the starters (OLY-1)."""
    return tuple(one.players for one in games(rules))
