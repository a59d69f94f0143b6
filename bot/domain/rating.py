"""Elo as the association counts it: all games of a match from the ratings before it (AIJE-B02-1, AIJE-B02-2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.contests import Contest
from bot.domain.ids import PersonId
from bot.domain.scores import rated_games

SCALE = 400
"""Points of difference that make the stronger player ten times as likely to win."""


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """One match as the rating sees it: the games that were really played, walkover games left out."""

    first: PersonId
    second: PersonId
    games_first: float
    """Games won, and half of those drawn."""
    games_second: float

    @property
    def games(self) -> int:
        """How many games were played."""
        return round(self.games_first + self.games_second)


def matches_of(contest: Contest, people: Sequence[PersonId]) -> Iterator[RatedMatch]:
    """A contest of two players, or board by board one of two teams; more sides, and groups at a board, have no Elo.

    `people` are those of the sides, in their order.
    """
    result = contest.result
    if result is None or len(people) != 2:
        return
    played = [(people[0], people[1], rated_games(result))]
    if result.boards:
        seats = [(board.players, rated_games(board)) for board in result.boards]
        played = [(one[0], other[0], games) for (one, other), games in seats if len(one) == len(other) == 1]
    yield from (RatedMatch(first, second, *games) for first, second, games in played if sum(games))


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A line of the association's ranking. Equal ratings share a place, and the next place is skipped: 1, 2, 2, 4."""

    place: int
    person_id: PersonId
    rating: float


def as_published(rating: float) -> str:
    """The rating as lists, draws and records write it: six decimals. Two ratings are equal when these are."""
    return f"{rating:.6f}"


def expected_score(own: float, other: float) -> float:
    """The expected result of one game, between 0 and 1; both players' expectations add up to 1 (AIJE-B02-2)."""
    return float(1 / (1 + 10 ** ((other - own) / SCALE)))


def after_match(first: float, second: float, games_first: float, games_second: float, k: float) -> tuple[float, float]:
    """Both ratings after a match: each game counts, all from the ratings before it (AIJE-B02-2).

    What one gains the other loses. Raises ValueError when a number of games is negative.
    """
    if min(games_first, games_second) < 0:
        raise ValueError("a number of games cannot be negative")
    gain = k * (games_first - (games_first + games_second) * expected_score(first, second))
    return first + gain, second - gain


def rate_event(
    initial: Mapping[PersonId, float | None], matches: Sequence[RatedMatch], initial_rating: float, k: float
) -> Mapping[PersonId, float]:
    """The new ratings of those who played, in full precision; `matches` in the order in which they ended.

    Whoever has no rating in `initial` starts from `initial_rating` with the first rated game. Whoever played no game is
    not in the answer: who lost by walkover alone has not played (AIJE-B02-2, AIJE-B03-1).
    """
    ratings: dict[PersonId, float] = {}
    for match in matches:
        if match.games == 0:
            continue
        first, second = (
            ratings.get(person, _starting(initial.get(person), initial_rating))
            for person in (match.first, match.second)
        )
        ratings[match.first], ratings[match.second] = after_match(
            first, second, match.games_first, match.games_second, k
        )
    return ratings


def _starting(listed: float | None, initial_rating: float) -> float:
    return initial_rating if listed is None else listed


def ranking(ratings: Mapping[PersonId, float]) -> list[RankedPerson]:
    """The ranking, highest first; ratings that are equal as published share a place, listed by person id."""
    ordered = sorted(ratings.items(), key=lambda line: (-float(as_published(line[1])), line[0]))
    rows: list[RankedPerson] = []
    for number, (person, rating) in enumerate(ordered, start=1):
        level = bool(rows) and as_published(rows[-1].rating) == as_published(rating)
        rows.append(RankedPerson(rows[-1].place if level else number, person, rating))
    return rows
