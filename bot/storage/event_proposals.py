"""Official events that wait for the President's approval."""

from __future__ import annotations

import sqlite3

from bot.domain.events.event_proposals import EventProposal
from bot.domain.ids import GuildId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


def add(tx: Tx, proposal: EventProposal) -> None:
    """Writes a proposal."""
    tx.execute(
        "INSERT INTO event_proposals (proposal_id, guild_id, name, rulebook, start_at, person_id, proposed_at,"
        " poster_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            proposal.proposal_id,
            proposal.guild_id,
            proposal.name,
            proposal.rulebook,
            to_ms(proposal.start_at),
            proposal.by,
            to_ms(proposal.proposed_at),
            proposal.poster_id,
        ),
    )


def decide(tx: Tx, decided: EventProposal) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(
        tx.execute(
            "UPDATE event_proposals SET approved = ?, decided_by = ?, decided_at = ?, reason = ?, tournament_id = ?,"
            " poster_id = NULL"
            " WHERE proposal_id = ? AND approved IS NULL",
            (
                decided.approved,
                decided.decided_by,
                to_ms_or_none(decided.decided_at),
                decided.reason,
                decided.tournament_id,
                decided.proposal_id,
            ),
        )
    )


def load(tx: Query, proposal_id: str) -> EventProposal | None:
    """One proposal, or None for an unknown id."""
    row = tx.fetch_one("SELECT * FROM event_proposals WHERE proposal_id = ?", (proposal_id,))
    return None if row is None else _proposal(row)


def waiting(tx: Query, guild_id: GuildId) -> list[EventProposal]:
    """What waits in a server, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM event_proposals WHERE guild_id = ? AND approved IS NULL ORDER BY proposed_at", (guild_id,)
    )
    return [_proposal(row) for row in rows]


def _proposal(row: sqlite3.Row) -> EventProposal:
    return EventProposal(
        proposal_id=row["proposal_id"],
        guild_id=row["guild_id"],
        name=row["name"],
        rulebook=row["rulebook"],
        start_at=from_ms(row["start_at"]),
        by=row["person_id"],
        proposed_at=from_ms(row["proposed_at"]),
        approved=None if row["approved"] is None else bool(row["approved"]),
        decided_by=row["decided_by"],
        decided_at=from_ms_or_none(row["decided_at"]),
        reason=row["reason"],
        tournament_id=row["tournament_id"],
        poster_id=row["poster_id"],
    )
