"""The event's own rules, which its chief arbiter drafts and the organisers approve (GO-30)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Community, Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class EventRules:
    """A draft; `approved` is None until an organiser decides. What was approved last counts."""

    tournament_id: TournamentId
    number: int
    rules: str
    drafted_at: datetime
    drafted_by: PersonId
    approved: bool | None = None
    reason: str | None = None
    """Why the draft was declined."""

    @property
    def waits(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.approved is None


@dataclass(frozen=True, slots=True)
class EventRulesView:
    """A draft or the rules that count, with who wrote them."""

    tournament: Tournament
    community: Community
    rules: EventRules
    author: Person
