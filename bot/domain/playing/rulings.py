"""Rulings: scores that an arbiter or the organisers gave, against which a player may appeal (GO-16.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, PersonId, TournamentId

APPEAL_RULING_WITHIN: Final = timedelta(hours=24)
"""How long a player may appeal against a ruling; a community's shorter term for appeals holds instead."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A score by somebody's word who does not play in the match."""

    contest_id: ContestId
    tournament_id: TournamentId
    players: tuple[PersonId, ...]
    """In the order of the sides."""
    by: PersonId
    reason: str | None
    at: datetime
    stands: bool
    """False once the score was corrected, or the match taken out of the event."""


def is_just_over(tournament: Tournament, at: datetime) -> bool:
    """Whether the event is a match for a title, or an arena, that ended a short while ago.

    The one ends with its last game and the other with its time, so that a slip there could never be corrected
    otherwise; it can for as long as a ruling may be appealed against.
    """
    ended_at = tournament.ended_at
    return tournament.rulebook.traits.ends_by_itself and ended_at is not None and at <= ended_at + APPEAL_RULING_WITHIN
