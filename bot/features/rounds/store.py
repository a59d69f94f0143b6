"""Ceremonies of events, who was there, and reprimands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.features.rounds.model import Attendance, Ceremony, Reprimand
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import PersonId, TournamentId
from bot.kernel.tables import Table

_CEREMONIES: Final = Table("ceremonies", Ceremony, "ceremony_id")
_REPRIMANDS: Final = Table("reprimands", Reprimand, "ceremony_id, person_id")


def add(tx: Tx, stated: Ceremony) -> None:
    """Writes a ceremony."""
    _CEREMONIES.insert(tx, stated)


def load(tx: Query, ceremony_id: str) -> Ceremony | None:
    """The ceremony with this id, or None."""
    return _CEREMONIES.fetch_one(tx, "SELECT * FROM ceremonies WHERE ceremony_id = ?", (ceremony_id,))


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Ceremony]:
    """The ceremonies of an event that were not called off, by their moment."""
    return _CEREMONIES.fetch_all(
        tx,
        "SELECT * FROM ceremonies WHERE tournament_id = ? AND cancelled_at IS NULL ORDER BY held_at, ceremony_id",
        (tournament_id,),
    )


def missed_by(tx: Query, persons: Sequence[PersonId], by: datetime) -> list[TournamentId]:
    """The events that one of them plays in, of which a ceremony was held by then without them (GO-23.6)."""
    rows = tx.fetch_all(
        "SELECT DISTINCT c.tournament_id FROM entrants e JOIN ceremonies c USING (tournament_id)"
        " LEFT JOIN ceremony_attendance a ON a.ceremony_id = c.ceremony_id AND a.person_id = e.person_id"
        " WHERE e.person_id IN (SELECT value FROM json_each(?))"
        " AND (e.outcome = 'starter' OR e.outcome IS NULL AND e.withdrawn_at IS NULL)"
        " AND c.cancelled_at IS NULL AND c.held_at <= ?"
        " AND a.person_id IS NULL ORDER BY c.tournament_id",
        (json.dumps(persons), to_ms(by)),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def cancel(tx: Tx, ceremony_id: str, at: datetime) -> bool:
    """Notes that it will not be held; False when it was called off before."""
    return bool(
        tx.execute(
            "UPDATE ceremonies SET cancelled_at = ? WHERE ceremony_id = ? AND cancelled_at IS NULL",
            (to_ms(at), ceremony_id),
        )
    )


def note_reminded(tx: Tx, ceremony_id: str, at: datetime) -> bool:
    """Notes the reminder; False when there was one."""
    return bool(
        tx.execute(
            "UPDATE ceremonies SET reminded_at = ? WHERE ceremony_id = ? AND reminded_at IS NULL",
            (to_ms(at), ceremony_id),
        )
    )


def note(tx: Tx, ceremony_id: str, person_id: PersonId, attendance: Attendance, by: PersonId, at: datetime) -> bool:
    """Notes who was there or is excused; False when the same is noted. Who was there is not excused afterwards."""
    return bool(
        tx.execute(
            "INSERT INTO ceremony_attendance (ceremony_id, person_id, attendance, noted_at, noted_by)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT (ceremony_id, person_id) DO UPDATE"
            " SET attendance = excluded.attendance, noted_at = excluded.noted_at, noted_by = excluded.noted_by"
            " WHERE ceremony_attendance.attendance NOT IN (excluded.attendance, 'present')",
            (ceremony_id, person_id, attendance, to_ms(at), by),
        )
    )


def note_back(
    tx: Tx, ceremony_id: str, person_id: PersonId, before: Attendance | None, by: PersonId, at: datetime
) -> None:
    """Notes what was noted before, or nothing."""
    if before is None:
        where = (ceremony_id, person_id)
        tx.execute("DELETE FROM ceremony_attendance WHERE ceremony_id = ? AND person_id = ?", where)
        return
    tx.execute(
        "UPDATE ceremony_attendance SET attendance = ?, noted_at = ?, noted_by = ?"
        " WHERE ceremony_id = ? AND person_id = ?",
        (before, to_ms(at), by, ceremony_id, person_id),
    )


def attendance(tx: Query, ceremony_id: str) -> dict[PersonId, Attendance]:
    """What is noted of each person."""
    rows = tx.fetch_all("SELECT * FROM ceremony_attendance WHERE ceremony_id = ? ORDER BY person_id", (ceremony_id,))
    return {PersonId(row["person_id"]): Attendance(row["attendance"]) for row in rows}


def reprimand(tx: Tx, given: Reprimand) -> bool:
    """Writes a reprimand; False when the person has one for this ceremony."""
    return bool(_REPRIMANDS.insert(tx, given, "ON CONFLICT DO NOTHING"))


def reprimands(tx: Query, ceremony_id: str) -> list[Reprimand]:
    """The reprimands for one ceremony, first to last."""
    return _REPRIMANDS.fetch_all(
        tx, "SELECT * FROM reprimands WHERE ceremony_id = ? ORDER BY given_at, person_id", (ceremony_id,)
    )
