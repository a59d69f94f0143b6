"""Rating points taken for walkover games, from the absent player alone (AIJE-D01-5.3, AIJE-B02-2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import CaseId, GuildId, PersonId, VoteId
from bot.domain.rating import expected_score


@dataclass(frozen=True, slots=True)
class GamesGiven:
    """Games of one match that the absence gave away, and both ratings as they were before it."""

    games: int
    own: float
    opponent: float


@dataclass(frozen=True, slots=True)
class RatingPenalty:
    """Points that a vote took from a person for the games of one absence; `returned_at` once they were given back."""

    penalty_id: str
    guild_id: GuildId
    person_id: PersonId
    case_id: CaseId
    vote_id: VoteId
    games: int
    points: float
    list_id: str
    """The published list with which they left."""
    taken_at: datetime
    returned_at: datetime | None = None
    returned_by: PersonId | None = None
    return_reason: str | None = None


def points_for(given: Iterable[GamesGiven], k: float) -> float:
    """What the games cost, as if each had been lost at the board; no opponent gains it (AIJE-B02-2)."""
    return sum(k * one.games * expected_score(one.own, one.opponent) for one in given)
