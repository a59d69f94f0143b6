"""What people look at: the facts of one thing gathered for one card or list, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.posters import Poster
from bot.domain.events.tournament import Phase, Tournament


@dataclass(frozen=True, slots=True)
class Headcount:
    """How many stand on the list: `registered` did not withdraw, `checked_in` of them confirmed."""

    registered: int
    checked_in: int


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as its announcement shows it."""

    tournament: Tournament
    phase: Phase
    headcount: Headcount
    check_in_opens_at: datetime
    check_in_closes_at: datetime
    poster: Poster | None = None
    seeded: tuple[Person, ...] = ()
    """Whom organisers have seeded by hand, the first best, as long as the draw is to come."""
