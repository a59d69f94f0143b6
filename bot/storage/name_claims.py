"""Members who say that they are somebody known by name."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.cases.discord_links import NameClaim
from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, claim: NameClaim) -> bool:
    """Writes the claim; False where the member's claim to that name waits already."""
    return bool(
        tx.execute(
            "INSERT INTO name_claims (claim_id, guild_id, person_id, claimant_id, claimed_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (claim.claim_id, claim.guild_id, claim.person, claim.claimant, to_ms(claim.claimed_at)),
        )
    )


def load(tx: Query, claim_id: str) -> NameClaim | None:
    """One claim, decided or not."""
    row = tx.fetch_one("SELECT * FROM name_claims WHERE claim_id = ?", (claim_id,))
    return None if row is None else _claim(row)


def waiting(tx: Query, guild_id: GuildId) -> list[NameClaim]:
    """The server's claims that nobody has decided, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM name_claims WHERE guild_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id", (guild_id,)
    )
    return [_claim(row) for row in rows]


def of_claimant(tx: Query, person_id: PersonId) -> list[NameClaim]:
    """What one member has claimed, oldest first."""
    rows = tx.fetch_all("SELECT * FROM name_claims WHERE claimant_id = ? ORDER BY claimed_at, claim_id", (person_id,))
    return [_claim(row) for row in rows]


def of_name(tx: Query, person_id: PersonId) -> list[NameClaim]:
    """The claims to one name that nobody has decided, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM name_claims WHERE person_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id",
        (person_id,),
    )
    return [_claim(row) for row in rows]


def decide(tx: Tx, claim_id: str, by: PersonId, reason: str | None, at: datetime, *, granted: bool) -> bool:
    """Grants or refuses the claim; False when it was decided before."""
    return bool(
        tx.execute(
            "UPDATE name_claims SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE claim_id = ? AND decided_at IS NULL",
            (int(granted), by, reason, to_ms(at), claim_id),
        )
    )


def _claim(row: sqlite3.Row) -> NameClaim:
    return NameClaim(
        claim_id=row["claim_id"],
        guild_id=row["guild_id"],
        person=PersonId(row["person_id"]),
        claimant=PersonId(row["claimant_id"]),
        claimed_at=from_ms(row["claimed_at"]),
        decided_at=from_ms_or_none(row["decided_at"]),
        granted=None if row["granted"] is None else bool(row["granted"]),
        decided_by=row["decided_by"],
        reason=row["reason"],
    )
