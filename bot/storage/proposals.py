"""What was proposed of titles."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.proposals import Proposal, ProposalOutcome, title_named
from bot.domain.registry.titles import ChangeKind, MasterTitle
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, proposal: Proposal) -> bool:
    """Writes a proposal; False while one about the same person and title is open."""
    return bool(
        tx.execute(
            "INSERT INTO title_proposals (proposal_id, guild_id, person_id, kind, title, tournament_id, proposed_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person_id, title) WHERE decided_at IS NULL DO NOTHING",
            (
                proposal.proposal_id,
                proposal.guild_id,
                proposal.person_id,
                proposal.kind,
                proposal.title,
                proposal.tournament_id,
                to_ms(proposal.proposed_at),
            ),
        )
    )


def load(tx: Query, proposal_id: str) -> Proposal | None:
    """One proposal, decided or not."""
    row = tx.fetch_one("SELECT * FROM title_proposals WHERE proposal_id = ?", (proposal_id,))
    return None if row is None else _proposal(row)


def open_of_guild(tx: Query, guild_id: GuildId) -> list[Proposal]:
    """The proposals that wait, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM title_proposals WHERE guild_id = ? AND decided_at IS NULL ORDER BY proposed_at, proposal_id",
        (guild_id,),
    )
    return [_proposal(row) for row in rows]


def last_declined(
    tx: Query, person_id: PersonId, kind: ChangeKind, title: MasterTitle | ArbiterTitle
) -> datetime | None:
    """When such a proposal was last declined."""
    row = tx.fetch_one(
        "SELECT max(decided_at) AS declined_at FROM title_proposals"
        " WHERE person_id = ? AND kind = ? AND title = ? AND outcome = 'declined'",
        (person_id, kind, title),
    )
    return None if row is None else from_ms_or_none(row["declined_at"])


def approve(tx: Tx, proposal_id: str, by: PersonId, at: datetime) -> bool:
    """Notes the authorised person's yes where the candidate's is still wanted; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE title_proposals SET approved_at = ?, approved_by = ?"
            " WHERE proposal_id = ? AND approved_at IS NULL AND decided_at IS NULL",
            (to_ms(at), by, proposal_id),
        )
    )


def decide(tx: Tx, proposal_id: str, outcome: ProposalOutcome, by: PersonId | None, at: datetime) -> bool:
    """Closes the proposal, `by` None where it lapses; False when it was closed before."""
    return bool(
        tx.execute(
            "UPDATE title_proposals SET decided_at = ?, decided_by = ?, outcome = ?"
            " WHERE proposal_id = ? AND decided_at IS NULL",
            (to_ms(at), by, outcome, proposal_id),
        )
    )


def _proposal(row: sqlite3.Row) -> Proposal:
    return Proposal(
        proposal_id=row["proposal_id"],
        guild_id=row["guild_id"],
        person_id=PersonId(row["person_id"]),
        kind=ChangeKind(row["kind"]),
        title=title_named(row["title"]),
        tournament_id=row["tournament_id"],
        proposed_at=from_ms(row["proposed_at"]),
        approved_at=from_ms_or_none(row["approved_at"]),
        approved_by=row["approved_by"],
        decided_at=from_ms_or_none(row["decided_at"]),
        decided_by=row["decided_by"],
        outcome=None if row["outcome"] is None else ProposalOutcome(row["outcome"]),
    )
