"""Reasons for having missed a vote, and the leader's answers."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.voting.attendance import Excuse
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def give(tx: Tx, excuse: Excuse) -> bool:
    """Writes the reason; False when the person has given one for that vote before."""
    return bool(
        tx.execute(
            "INSERT INTO vote_excuses (vote_id, person_id, reason, given_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (excuse.vote_id, excuse.person_id, excuse.reason, to_ms(excuse.given_at)),
        )
    )


def decide(tx: Tx, vote_id: VoteId, person_id: PersonId, accepted: bool, by: PersonId, at: datetime) -> bool:
    """Writes the answer; False when it was answered before."""
    return bool(
        tx.execute(
            "UPDATE vote_excuses SET accepted = ?, decided_by = ?, decided_at = ?"
            " WHERE vote_id = ? AND person_id = ? AND decided_at IS NULL",
            (int(accepted), by, to_ms(at), vote_id, person_id),
        )
    )


def of_guild(tx: Query, guild_id: GuildId) -> dict[tuple[VoteId, PersonId], Excuse]:
    """Every reason that was given in the server, by vote and person."""
    rows = tx.fetch_all("SELECT e.* FROM vote_excuses e JOIN votes v USING (vote_id) WHERE v.guild_id = ?", (guild_id,))
    found = [
        Excuse(
            vote_id=VoteId(row["vote_id"]),
            person_id=PersonId(row["person_id"]),
            reason=row["reason"],
            given_at=from_ms(row["given_at"]),
            accepted=None if row["accepted"] is None else bool(row["accepted"]),
            decided_at=from_ms_or_none(row["decided_at"]),
            decided_by=row["decided_by"],
        )
        for row in rows
    ]
    return {(excuse.vote_id, excuse.person_id): excuse for excuse in found}
