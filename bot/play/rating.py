"""Elo as the association counts it, and the numbers of a rating list and of titles.

All games of a match count from the ratings before it (AIJE-B02-1, AIJE-B02-2). The numbers behind titles are dated,
since ratings inflate (AIJE-B01-7). K and the first rating belong to a server's list and never to a file (AIJE-B02-2);
they are dated too, and each event keeps those that it was created with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.kernel.ids import PersonId
from bot.play.contests import Contest, rated_games
from bot.play.rulebook import Rulebook

# --- Elo ------------------------------------------------------------------------------------------------------------


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


# --- numbers behind titles ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MasterNumbers:
    """What master titles ask for. Ratings are lower bounds that belong to the title."""

    country_players_above: int
    """A country's National Masters begin with more players than this (AIJE-B01-NM)."""
    national_rating: float
    candidate_rating: float
    master_rating: float
    international_rating: float
    masters_beaten: int
    """Different holders of IM or GM beaten in a match (AIJE-B01-IM)."""
    grandmaster_rating: float
    grandmaster_victories: int


@dataclass(frozen=True, slots=True)
class ArbiterNumbers:
    """What arbiter titles ask for, and how far the lowest of them reaches."""

    exam_every: timedelta
    """From one exam of a candidate to the next (AIJE-B01-1)."""
    provisional_months: int
    """Calendar months as ANP before AN (AIJE-B01-AN)."""
    jeek_refereed: int
    international_refereed: int
    international_rating: float
    smaller_event: int
    """Entrants of the largest event that an ANP runs alone (AIJE-B01-ANP)."""


@dataclass(frozen=True, slots=True)
class TitleNumbers:
    """One dated table of settings; it holds from the beginning of its day, UTC, until a later table begins."""

    in_force_from: date
    master: MasterNumbers
    arbiter: ArbiterNumbers


def title_numbers_in_force(dated: Sequence[TitleNumbers], moment: datetime) -> TitleNumbers:
    """The table that holds at the moment; before the first table began, the first."""
    in_order = sorted(dated, key=lambda numbers: numbers.in_force_from)
    begun = [numbers for numbers in in_order if numbers.in_force_from <= moment.date()]
    return begun[-1] if begun else in_order[0]


# --- terms of a server's list ---------------------------------------------------------------------------------------


LEAST_K: Final = 8
MOST_K: Final = 64
LEAST_INITIAL: Final = 100
MOST_INITIAL: Final = 4_000


@dataclass(frozen=True, slots=True)
class RatingTerms:
    """Where a newcomer begins, and the K of Elo."""

    initial: float
    k: float


STARTING: Final = RatingTerms(initial=2000.0, k=16.0)
"""What holds until a server says otherwise: the association's own numbers (AIJE-B02-2)."""


@dataclass(frozen=True, slots=True)
class DatedTerms:
    """Terms with the moment from which new events take them; nobody chose the first ones of a list."""

    terms: RatingTerms
    since: datetime
    chosen_by: PersonId | None = None
    signed_by: PersonId | None = None


def within_bounds(terms: RatingTerms) -> bool:
    """Whether a list can have such numbers; what is no number lies within none."""
    return LEAST_K <= terms.k <= MOST_K and LEAST_INITIAL <= terms.initial <= MOST_INITIAL


def in_force(dated: Sequence[DatedTerms], moment: datetime) -> RatingTerms:
    """The terms that held at the moment; before the first ones began, those. `dated` is earliest first."""
    begun = [one.terms for one in dated if one.since <= moment]
    if begun:
        return begun[-1]
    return dated[0].terms if dated else STARTING


def with_terms(rulebook: Rulebook, terms: RatingTerms) -> Rulebook:
    """The rulebook with the numbers of the list."""
    return replace(rulebook, rating=replace(rulebook.rating, initial=terms.initial, k=terms.k))
