"""What the bot proposes of titles, and what became of it: an authorised person confirms (AIJE-B01-3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.titles import ChangeKind, MasterTitle


class ProposalOutcome(StrEnum):
    """What became of a proposal."""

    DONE = "done"
    DECLINED = "declined"
    LAPSED = "lapsed"
    """The facts have changed before anybody decided."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A title to be given or taken. Approved but undecided: the candidate has still to lay master titles down."""

    proposal_id: str
    guild_id: GuildId
    person_id: PersonId
    kind: ChangeKind
    title: MasterTitle | ArbiterTitle
    tournament_id: TournamentId | None
    """The tournament after which it was made, where it was one."""
    proposed_at: datetime
    approved_at: datetime | None = None
    approved_by: PersonId | None = None
    decided_at: datetime | None = None
    decided_by: PersonId | None = None
    outcome: ProposalOutcome | None = None


def title_named(name: str) -> MasterTitle | ArbiterTitle:
    """The title with that abbreviation; raises ValueError for any other word."""
    return MasterTitle(name) if name in MasterTitle.__members__ else ArbiterTitle(name)
