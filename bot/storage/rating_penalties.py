"""Rating points taken by votes, and given back."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.cases.rating_penalties import RatingPenalty
from bot.domain.ids import CaseId, GuildId, PersonId, VoteId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, penalty: RatingPenalty) -> None:
    """Writes a penalty; one at most stands for each absence."""
    tx.execute(
        "INSERT INTO rating_penalties (penalty_id, guild_id, person_id, case_id, vote_id, games, points, list_id,"
        " taken_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            penalty.penalty_id,
            penalty.guild_id,
            penalty.person_id,
            penalty.case_id,
            penalty.vote_id,
            penalty.games,
            penalty.points,
            penalty.list_id,
            to_ms(penalty.taken_at),
        ),
    )


def give_back(tx: Tx, penalty_id: str, by: PersonId | None, reason: str, at: datetime) -> bool:
    """Ends a penalty; False when it was over before."""
    return bool(
        tx.execute(
            "UPDATE rating_penalties SET returned_at = ?, returned_by = ?, return_reason = ?"
            " WHERE penalty_id = ? AND returned_at IS NULL",
            (to_ms(at), by, reason, penalty_id),
        )
    )


def load(tx: Query, penalty_id: str) -> RatingPenalty | None:
    """One penalty, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM rating_penalties WHERE penalty_id = ?", (penalty_id,))
    return None if row is None else _penalty(row)


def of_case(tx: Query, case_id: CaseId) -> RatingPenalty | None:
    """The penalty that stands for an absence, or None."""
    row = tx.fetch_one("SELECT * FROM rating_penalties WHERE case_id = ? AND returned_at IS NULL", (case_id,))
    return None if row is None else _penalty(row)


def of_person(tx: Query, person_id: PersonId) -> list[RatingPenalty]:
    """Every penalty of a person, latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM rating_penalties WHERE person_id = ? ORDER BY taken_at DESC, penalty_id", (person_id,)
    )
    return [_penalty(row) for row in rows]


def _penalty(row: sqlite3.Row) -> RatingPenalty:
    return RatingPenalty(
        penalty_id=row["penalty_id"],
        guild_id=GuildId(row["guild_id"]),
        person_id=PersonId(row["person_id"]),
        case_id=CaseId(row["case_id"]),
        vote_id=VoteId(row["vote_id"]),
        games=row["games"],
        points=row["points"],
        list_id=row["list_id"],
        taken_at=from_ms(row["taken_at"]),
        returned_at=from_ms_or_none(row["returned_at"]),
        returned_by=row["returned_by"],
        return_reason=row["return_reason"],
    )
