"""Which scores can happen between two sides, and what they mean. Scores are games won, `(side 0, side 1)`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.contests import EXTRA, BoardResult, Length, Particulars, Result, ResultKind, Score

LOVE: Score = (0, 0)
"""Nobody has won a game."""
MOST_TOLD = 3
"""Numbers of a told score: games of both sides, and the drawn ones."""


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


def possible_results(length: Length, floor: Score = LOVE) -> tuple[Score, ...]:
    """Every score that the contest can have ended with, as it is told; drawn games stand third where there can be any.

    From the best for side 0 to the best for side 1; `floor` as in `possible_scores`.
    """
    if not length.drawable and not length.play_all:
        return possible_scores(length.best_of, floor)
    games = range(length.best_of + 1)
    told = [
        (own, other, drawn)
        for own in games[floor[0] :]
        for other in games[floor[1] : length.best_of - own + 1]
        for drawn in _drawn_at_the_end(length, own, other)
    ]
    told.sort(key=lambda one: (one[1] - one[0], one[1]))
    return tuple(one if length.drawable else one[:2] for one in told)


def can_end(length: Length, told: Score, floor: Score = LOVE) -> bool:
    """Whether a told score is one of `possible_results`, without listing them all."""
    (own, other), drawn = split(told)
    if min(own, other, drawn) < 0 or own < floor[0] or other < floor[1] or len(told) != 2 + length.drawable:
        return False
    if not length.drawable and not length.play_all:
        return max(own, other) == length.target > min(own, other)
    return drawn in _drawn_at_the_end(length, own, other)


def _drawn_at_the_end(length: Length, own: int, other: int) -> list[int]:
    """How many drawn games there can be beside so many won ones when the contest is over."""
    rest, needed = length.best_of - own - other, length.best_of - 2 * max(own, other)
    numbers = sorted({rest, needed + 1, needed + 2}) if length.drawable else [0]
    return [drawn for drawn in numbers if 0 <= drawn <= rest and _ends(length, own, other, drawn)]


def _ends(length: Length, own: int, other: int, drawn: int) -> bool:
    """Whether the contest is over with these games, and was not over before the last of them."""
    games, lead = own + other + drawn, max(own, other)
    if length.play_all or games == length.best_of:
        return games == length.best_of and (length.play_all or 2 * lead + drawn <= length.best_of + 2)
    return games < length.best_of and length.best_of < 2 * lead + drawn <= length.best_of + 2


def told_score(result: Result, *, drawable: bool = True) -> Score:
    """The score of a result as it is told."""
    return (*result.score, result.draws) if drawable and len(result.score) == len(LOVE) else result.score


def words(score: Score) -> str:
    """A told score as everybody writes it: "3–1", and of drawn games "½–½", or "2–2 (½×2)" where there were more."""
    if len(score) > MOST_TOLD or len(score) < len(LOVE):
        return "–".join(map(str, score))
    (own, other), drawn = split(score)
    if len(score) == len(LOVE) or not drawn:
        return f"{own}–{other}"
    sides = "–".join(_halves(2 * won + drawn) for won in (own, other))
    return sides if (own, other, drawn) == (0, 0, 1) else f"{sides} (½×{drawn})"


def result_words(result: Result) -> str:
    """As `words`, of a result: at a table of three each seat has a number of its own, and none of them are draws."""
    if len(result.score) > len(LOVE):
        return "–".join(map(str, result.score))
    return words(without_unwon(told_score(result), result.particulars.boards))


def without_unwon(told: Score, boards: Sequence[BoardResult]) -> Score:
    """A told score of teams without the boards that nobody won, which are no halves of anything (GO-17.5, GO-20)."""
    counted = [one for one in boards if one.modality != EXTRA]
    played = [one for one in counted if one.kind is ResultKind.PLAYED]
    if len(told) <= len(LOVE) or len(played) == len(counted):
        return told
    level = _level_boards(played) if told[:2] == _boards_won(counted) else sum(one.draws for one in played)
    return (*told[:2], level)


def _boards_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(one.score[side] > one.score[1 - side] for one in boards) for side in (0, 1))


def _level_boards(boards: Sequence[BoardResult]) -> int:
    return sum(one.score[0] == one.score[1] for one in boards)


def _halves(number: int) -> str:
    whole = "" if number == 1 else str(number // 2)
    return whole + "½" * (number % 2)


def split(told: Score) -> tuple[Score, int]:
    """The games won, and the drawn ones, of a score as it is told."""
    return told[:2], sum(told[2:])


def winning_side(score: Score) -> int | None:
    """The side with more games won, or None when the best are level."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else None


def running_scores(length: Length, walkover_games: Score = LOVE, so_far: Score = LOVE) -> tuple[Score, ...]:
    """Every score of a match still going on, no side below its walkover games or the score so far; lowest first."""
    target = length.target
    own, other = (max(pair) for pair in zip(walkover_games, so_far, strict=True))
    games = length.best_of
    return tuple((won, lost) for won in range(own, target) for lost in range(other, target) if won + lost < games)


def rated_games(result: Result | BoardResult) -> tuple[float, ...]:
    """The games that were played, and so count for the rating (AIJE-B02-2, AIJE-D01-6); a drawn one is half a game."""
    half = result.draws / 2
    return tuple(won - given + half for won, given in zip(result.score, result.walkover_games, strict=True))


def match_winner(score: Score, best_of: int) -> int | None:
    """The side that won the match on the overall score, or None while nobody has (AIJE-B01-5).

    Where all games are played to the end, both sides may have passed the target; the higher number of games wins.
    """
    target = best_of // 2 + 1
    best = max(score)
    return score.index(best) if best >= target and score.count(best) == 1 else None


def influence_words(told: Particulars) -> str:
    """Everybody's influence in the order of the sides, for the log and for errors: "16 · 3 · -2"."""
    return " · ".join(map(str, told.influence))
