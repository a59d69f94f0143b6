"""Drafts of an event's own rules, and what the organisers have decided on them."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.events.event_rules import EventRules
from bot.domain.ids import PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def draft(tx: Tx, tournament_id: TournamentId, rules: str, by: PersonId, at: datetime) -> int:
    """Writes a draft in the place of one that waits, and answers its number."""
    tx.execute("DELETE FROM event_rules WHERE tournament_id = ? AND approved IS NULL", (tournament_id,))
    row = tx.fetch_one(
        "SELECT coalesce(max(number), 0) + 1 AS following FROM event_rules WHERE tournament_id = ?", (tournament_id,)
    )
    number = 1 if row is None else int(row["following"])
    tx.execute(
        "INSERT INTO event_rules (tournament_id, number, rules, drafted_at, drafted_by) VALUES (?, ?, ?, ?, ?)",
        (tournament_id, number, rules, to_ms(at), by),
    )
    return number


def decide(tx: Tx, tournament_id: TournamentId, number: int, by: PersonId, at: datetime, reason: str | None) -> bool:
    """Approves a draft that waits, or with a reason declines it; False when it does not wait any more."""
    return bool(
        tx.execute(
            "UPDATE event_rules SET approved = ?, reason = ?, decided_at = ?, decided_by = ?"
            " WHERE tournament_id = ? AND number = ? AND approved IS NULL",
            (reason is None, reason, to_ms(at), by, tournament_id, number),
        )
    )


def load(tx: Query, tournament_id: TournamentId, number: int) -> EventRules | None:
    """One draft, decided or not."""
    row = tx.fetch_one("SELECT * FROM event_rules WHERE tournament_id = ? AND number = ?", (tournament_id, number))
    return None if row is None else _rules(row)


def in_force(tx: Query, tournament_id: TournamentId) -> EventRules | None:
    """The rules that were approved last."""
    row = tx.fetch_one(
        "SELECT * FROM event_rules WHERE tournament_id = ? AND approved = 1 ORDER BY number DESC LIMIT 1",
        (tournament_id,),
    )
    return None if row is None else _rules(row)


def latest(tx: Query, tournament_id: TournamentId) -> EventRules | None:
    """The last draft, whatever became of it."""
    row = tx.fetch_one(
        "SELECT * FROM event_rules WHERE tournament_id = ? ORDER BY number DESC LIMIT 1", (tournament_id,)
    )
    return None if row is None else _rules(row)


def _rules(row: sqlite3.Row) -> EventRules:
    return EventRules(
        tournament_id=TournamentId(row["tournament_id"]),
        number=row["number"],
        rules=row["rules"],
        drafted_at=from_ms(row["drafted_at"]),
        drafted_by=PersonId(row["drafted_by"]),
        approved=None if row["approved"] is None else bool(row["approved"]),
        reason=row["reason"],
    )
