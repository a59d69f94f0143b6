"""Scores as everybody reads them: of two players their games, of teams what their boards are worth."""

from __future__ import annotations

from fractions import Fraction

from bot.domain.contest_points import board_total, untold_total
from bot.domain.contests import Result, Score
from bot.domain.rulebook import Rulebook
from bot.domain.scores import result_words, split


def score_words(result: Result, rulebook: Rulebook) -> str:
    """The score of a contest as everybody reads it; of teams what their boards are worth: 2–0, 5–4, 4½–4½.

    Of teams that is so where nobody played too: four boards of two points each are 8–0.
    """
    if rulebook.teams is None:
        return result_words(result)
    return points_words(board_total(result, 0, rulebook), board_total(result, 1, rulebook))


def side_words(result: Result, rulebook: Rulebook) -> tuple[str, ...]:
    """Each side's part of the score, as `score_words` joins them."""
    if rulebook.teams is None:
        return tuple(map(str, result.score))
    return tuple(_exact(board_total(result, side, rulebook)) for side in (0, 1))


def untold_words(score: Score, rulebook: Rulebook) -> str:
    """A score of teams that names no boards, as `score_words` writes it."""
    games, draws = split(score)
    return points_words(*(untold_total(games, draws, side, rulebook) for side in (0, 1)))


def points_words(first: Fraction | int, second: Fraction | int) -> str:
    """Points of two teams: 2–0, 4½–4½."""
    return "–".join(_exact(Fraction(value)) for value in (first, second))


def _exact(value: Fraction) -> str:
    if value.denominator == 2:
        return f"{int(value) or ''}½"
    return f"{float(value):g}"
