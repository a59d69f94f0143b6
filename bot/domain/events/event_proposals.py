"""An official event that a national arbiter would create, which waits for the President (AIJE-B01-AN)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.posters import Poster
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.regulation.official_rules import Standing
from bot.domain.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class EventProposal:
    """An event as it was previewed; `approved` is None while it waits, `reason` is given where it was refused."""

    proposal_id: str
    guild_id: GuildId
    name: str
    rulebook: str
    """The canonical text of the frozen rulebook, so that what was shown is what will be."""
    start_at: datetime
    by: PersonId
    proposed_at: datetime
    approved: bool | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    reason: str | None = None
    tournament_id: TournamentId | None = None
    poster_id: str | None = None
    """What is told of the event, while it waits."""


@dataclass(frozen=True, slots=True)
class EventProposalView:
    """A proposal with its people and its rules; `president` is None while the office is vacant."""

    proposal: EventProposal
    rulebook: Rulebook
    by: Person
    decided_by: Person | None
    president: Person | None
    standing: Standing
    """What the rules' word that they are official is worth."""
    poster: Poster | None = None
