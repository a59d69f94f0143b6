"""Another start of an official event in which somebody has registered: everybody agrees, or an officer decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, TournamentId


class StartOutcome(StrEnum):
    """How a change of the start that was asked for ended."""

    AGREED = "agreed"
    DECIDED = "decided"
    """An officer who does not play let it move."""
    REFUSED = "refused"
    REPLACED = "replaced"
    """Another start was asked for."""
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class StartChange:
    """A start that somebody who runs the event asks for."""

    change_id: str
    tournament_id: TournamentId
    start_at: datetime
    asked_by: PersonId
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class StartChangeView:
    """One as people see it: who asks, who has still to agree, and for whom an officer decides."""

    change: StartChange
    tournament: Tournament
    by: Person
    waiting: tuple[Person, ...]
    entered: int
    """How many are registered."""
    silent: tuple[Person, ...] = ()
    """Those registered without Discord, who can press nothing; no account that is linked speaks for them."""

    @property
    def agreed(self) -> int:
        """How many have said yes themselves."""
        return self.entered - len(self.waiting) - len(self.silent)

    @property
    def is_unanimous(self) -> bool:
        """Whether everybody registered has agreed, so that no officer is needed."""
        return not self.waiting and not self.silent
