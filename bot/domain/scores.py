"""Which scores can happen between two sides, and what they mean. Scores are games won, `(side 0, side 1)`."""

from __future__ import annotations

from bot.domain.contests import Result, Score

LOVE: Score = (0, 0)
"""Nobody has won a game."""


def possible_scores(best_of: int, walkover_games: Score = LOVE) -> tuple[Score, ...]:
    """Every score that can end the match, from the best for side 0 to the best for side 1.

    `walkover_games` were given to each side by the other's absence and stand in the score (AIJE-D01-5.4, AIJE-D01-6),
    so that nothing below them can be reported.
    """
    target = best_of // 2 + 1
    own, other = walkover_games
    wins = [(target, lost) for lost in range(other, target)]
    losses = [(won, target) for won in reversed(range(own, target))]
    return (*wins, *losses)


def is_possible(score: Score, best_of: int, walkover_games: Score = LOVE) -> bool:
    """Whether the match can have ended so."""
    return score in possible_scores(best_of, walkover_games)


def running_scores(best_of: int, walkover_games: Score = LOVE, so_far: Score = LOVE) -> tuple[Score, ...]:
    """Every score of a match still going on, no side below its walkover games or the score so far; lowest first."""
    target = best_of // 2 + 1
    own, other = (max(pair) for pair in zip(walkover_games, so_far, strict=True))
    return tuple((won, lost) for won in range(own, target) for lost in range(other, target))


def rated_games(result: Result) -> Score:
    """The games that were played, and so count for the rating (AIJE-B02-2, AIJE-D01-6)."""
    return tuple(won - given for won, given in zip(result.score, result.walkover_games, strict=True))


def match_winner(score: Score, best_of: int) -> int | None:
    """The side that won the match on the overall score, or None while nobody has (AIJE-B01-5).

    Where all games are played to the end, both sides may have passed the target; the higher number of games wins.
    """
    target = best_of // 2 + 1
    best = max(score)
    return score.index(best) if best >= target and score.count(best) == 1 else None
