"""Accounts as people hold them, and second claims to an account that somebody holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class Account:
    """One account of a game site and who holds it; `key` is what makes two spellings the same account."""

    guild_id: GuildId
    site: str
    key: str
    name: str
    person_id: PersonId
    held_from: datetime


@dataclass(frozen=True, slots=True)
class AccountClaim:
    """`claimant` named an account that `holder` holds; staff decides, and until then nothing moves."""

    claim_id: str
    guild_id: GuildId
    site: str
    key: str
    name: str
    claimant: PersonId
    holder: PersonId
    tournament_id: TournamentId | None
    claimed_at: datetime
    decided_at: datetime | None = None
    granted: bool | None = None
    decided_by: PersonId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as staff and the two people concerned look at it."""

    claim: AccountClaim
    claimant: Person
    holder: Person
    tournament: Tournament | None
    """What the claimant wanted to enter, if anything."""
    holder_is_barred: bool
    """Then a bar holds for both, once the account has moved."""
    decided_by: Person | None = None
    entered: bool = False
    """Whether the claimant stands on the list of the tournament."""
