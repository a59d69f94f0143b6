"""Accounts as people hold them, and second claims to an account that somebody holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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
