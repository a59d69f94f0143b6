"""Tie-breaks from ratings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import floor
from typing import Final

from bot.domain.contest_points import HALF, NOTHING, total
from bot.domain.crosstable import Encounter
from bot.domain.ids import EntrantId
from bot.domain.rating import SCALE, as_published
from bot.domain.tie_breaks.model import Part, Parts, Scene, Tied, Why

RATING_DIFFERENCE: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""FIDE's table: rating points for a share of 50, 51, … 100 per cent; below half the same with a minus."""
HALF_IN_HUNDREDTHS: Final = 50


@cache
def exact_rating(rating: float) -> Fraction:
    """The rating as lists publish it, as a fraction."""
    return Fraction(as_published(rating))


def rating_difference(share: Fraction) -> int:
    """What a share of the points, from 0 to 1, is worth in rating points; taken to the next hundredth, halves up."""
    hundredths = floor(share * 100 + HALF)
    beyond = hundredths - HALF_IN_HUNDREDTHS
    return RATING_DIFFERENCE[beyond] if beyond >= 0 else -RATING_DIFFERENCE[-beyond]


def _games(encounter: Encounter) -> tuple[Fraction, Fraction]:
    """Games really played, won and lost, halves for drawn ones."""
    if not encounter.given and not encounter.given_against:
        return encounter.games, encounter.games_against
    return encounter.games - encounter.given, encounter.games_against - encounter.given_against


def performance_arena(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """(Sum of the opponents' ratings + 400 (wins - losses)) / games, over games that were played (ARENA-2).

    Drawn games count as games; a forfeit without a first move is none. Who has no rating is counted with the one that
    the rulebook starts from. Nothing without a game.
    """
    parts, games = [], NOTHING
    for encounter, opponent in _opponents(scene, entrant_id):
        won, lost = _games(encounter)
        if encounter.annulled or not encounter.was_played or not (won or lost):
            parts.append(Part(encounter.round, opponent, NOTHING, _why_not(encounter)))
            continue
        listed = scene.table[opponent].starter.rating
        rating = exact_rating(scene.rulebook.rating.initial if listed is None else listed)
        adds = (won + lost) * rating + SCALE * (won - lost)
        parts.append(Part(encounter.round, opponent, adds, Why.UNRATED if listed is None else Why.COUNTED))
        games += won + lost
    return (*parts, Part(None, None, games, Why.DIVIDED)) if games else None


def average_rating_of_opponents(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """The mean rating of the rated opponents met at the board; nothing without any."""
    parts = _rated_opponents(scene, entrant_id)
    met = sum(part.why is Why.COUNTED for part in parts)
    return (*parts, Part(None, None, Fraction(met), Why.DIVIDED)) if met else None


def performance_fide(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
    """The opponents' mean rating and what the share of games won against them is worth by FIDE's table.

    To the next whole number, halves up. Unrated opponents are left out. Nothing without a rated one.
    """
    average = average_rating_of_opponents(scene, entrant_id, tied)
    if average is None:
        return None
    faced = zip(average, _opponents(scene, entrant_id), strict=False)
    games = [_games(encounter) for part, (encounter, _) in faced if part.why is Why.COUNTED]
    won, lost = total(won for won, _ in games), total(lost for _, lost in games)
    mean = total(part.adds for part in average if part.why is Why.COUNTED) / len(games)
    worth = rating_difference(won / (won + lost))
    rounding = floor(mean + worth + HALF) - mean - worth
    return *average, Part(None, None, worth + rounding, Why.PERCENTAGE)


def ratings_sum(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The rating of the list, a team's total; who has none adds 0 (AIJE-D05-4)."""
    rating = scene.table[entrant_id].starter.rating
    return (Part(None, None, NOTHING if rating is None else exact_rating(rating)),)


def _opponents(scene: Scene, entrant_id: EntrantId) -> Iterator[tuple[Encounter, EntrantId]]:
    for encounter in scene.table[entrant_id].encounters:
        if encounter.opponent is not None:
            yield encounter, encounter.opponent


def _why_not(encounter: Encounter) -> Why:
    return Why.ANNULLED if encounter.annulled else Why.NOT_PLAYED


def _rated_opponents(scene: Scene, entrant_id: EntrantId) -> Parts:
    parts = []
    for encounter, opponent in _opponents(scene, entrant_id):
        rating = scene.table[opponent].starter.rating
        if encounter.annulled or not encounter.was_played or not any(_games(encounter)):
            parts.append(Part(encounter.round, opponent, NOTHING, _why_not(encounter)))
        elif rating is None:
            parts.append(Part(encounter.round, opponent, NOTHING, Why.UNRATED))
        else:
            parts.append(Part(encounter.round, opponent, exact_rating(rating)))
    return tuple(parts)
