"""Pairs of an event that are not to meet, those lifted since too."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.forbidden_pairs import ForbiddenPair
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(
    tx: Tx,
    tournament_id: TournamentId,
    pair: tuple[EntrantId, EntrantId],
    reason: str,
    by: PersonId,
    at: datetime,
) -> bool:
    """Forbids a pair; False when it is forbidden already."""
    return bool(
        tx.execute(
            "INSERT INTO forbidden_pairs (tournament_id, first_id, second_id, reason, forbidden_at, forbidden_by)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM forbidden_pairs"
            " WHERE tournament_id = ?1 AND first_id = ?2 AND second_id = ?3 AND lifted_at IS NULL)"
            " ON CONFLICT (tournament_id, first_id, second_id, forbidden_at) DO UPDATE SET reason = excluded.reason,"
            " forbidden_by = excluded.forbidden_by, lifted_at = NULL, lifted_by = NULL",
            (tournament_id, *sorted(pair), reason, to_ms(at), by),
        )
    )


def lift(tx: Tx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId], by: PersonId, at: datetime) -> bool:
    """Lets a pair meet again; False when it was not forbidden."""
    return bool(
        tx.execute(
            "UPDATE forbidden_pairs SET lifted_at = max(forbidden_at, ?), lifted_by = ?"
            " WHERE tournament_id = ? AND first_id = ? AND second_id = ? AND lifted_at IS NULL",
            (to_ms(at), by, tournament_id, *sorted(pair)),
        )
    )


def of_tournament(tx: Query, tournament_id: TournamentId) -> tuple[ForbiddenPair, ...]:
    """All there ever were, first to last."""
    rows = tx.fetch_all(
        "SELECT * FROM forbidden_pairs WHERE tournament_id = ? ORDER BY forbidden_at, first_id, second_id",
        (tournament_id,),
    )
    return tuple(
        ForbiddenPair(
            (EntrantId(row["first_id"]), EntrantId(row["second_id"])),
            from_ms(row["forbidden_at"]),
            from_ms_or_none(row["lifted_at"]),
        )
        for row in rows
    )


def reasons(tx: Query, tournament_id: TournamentId) -> dict[frozenset[EntrantId], str]:
    """Why each pair that is forbidden is so, for staff."""
    rows = tx.fetch_all(
        "SELECT first_id, second_id, reason FROM forbidden_pairs WHERE tournament_id = ? AND lifted_at IS NULL",
        (tournament_id,),
    )
    return {frozenset((EntrantId(row["first_id"]), EntrantId(row["second_id"]))): row["reason"] for row in rows}
