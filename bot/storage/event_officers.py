"""Chief arbiters of events and their deputies, arbiters relieved of a duty, and closing reports."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.events.event_officers import ClosingReport, EventOfficer, EventRole, Relief
from bot.domain.ids import PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def name(tx: Tx, officer: EventOfficer) -> None:
    """Writes who is named; a role of the same person, and a chief there was, have to be ended before."""
    tx.execute(
        "INSERT INTO event_officers (tournament_id, person_id, role, named_at, named_by) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, person_id, named_at) DO UPDATE SET role = excluded.role,"
        " named_by = excluded.named_by, ended_at = NULL",
        (officer.tournament_id, officer.person_id, officer.role, to_ms(officer.named_at), officer.named_by),
    )


def end(tx: Tx, tournament_id: TournamentId, person_id: PersonId, at: datetime) -> bool:
    """Ends the person's role in the event; False where there was none."""
    return bool(
        tx.execute(
            "UPDATE event_officers SET ended_at = ? WHERE tournament_id = ? AND person_id = ? AND ended_at IS NULL",
            (to_ms(at), tournament_id, person_id),
        )
    )


def holding(tx: Query, tournament_id: TournamentId) -> list[EventOfficer]:
    """The chief first, then the deputies in the order of their naming."""
    rows = tx.fetch_all(
        "SELECT * FROM event_officers WHERE tournament_id = ? AND ended_at IS NULL"
        " ORDER BY role <> 'chief', named_at, person_id",
        (tournament_id,),
    )
    return [_officer(row) for row in rows]


def relieve(tx: Tx, relief: Relief) -> bool:
    """Writes that an arbiter follows no more match of the event; False when it was so before."""
    return bool(
        tx.execute(
            "INSERT INTO reliefs (tournament_id, person_id, reason, relieved_at, relieved_by) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (
                relief.tournament_id,
                relief.person_id,
                relief.reason,
                to_ms(relief.relieved_at),
                relief.relieved_by,
            ),
        )
    )


def take_relief_back(tx: Tx, tournament_id: TournamentId, person_id: PersonId, relieved_at: datetime) -> None:
    """The arbiter follows matches of the event again, with the role that ended with the relief, unless it is filled."""
    moment = to_ms(relieved_at)
    tx.execute("DELETE FROM reliefs WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id))
    tx.execute(
        "UPDATE event_officers SET ended_at = NULL WHERE tournament_id = ? AND person_id = ? AND ended_at = ?"
        " AND (role <> 'chief' OR NOT EXISTS (SELECT 1 FROM event_officers AS other WHERE other.tournament_id = ?"
        " AND other.role = 'chief' AND other.ended_at IS NULL))",
        (tournament_id, person_id, moment, tournament_id),
    )


def reliefs(tx: Query, tournament_id: TournamentId) -> list[Relief]:
    """The arbiters relieved of their duty in the event, first to last."""
    rows = tx.fetch_all(
        "SELECT * FROM reliefs WHERE tournament_id = ? ORDER BY relieved_at, person_id", (tournament_id,)
    )
    return [
        Relief(
            tournament_id=row["tournament_id"],
            person_id=row["person_id"],
            reason=row["reason"],
            relieved_at=from_ms(row["relieved_at"]),
            relieved_by=row["relieved_by"],
        )
        for row in rows
    ]


def file_report(tx: Tx, report: ClosingReport) -> bool:
    """Keeps the report of an event that is over; False when there is one."""
    return bool(
        tx.execute(
            "INSERT INTO closing_reports (tournament_id, person_id, report, filed_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (report.tournament_id, report.person_id, report.report, to_ms(report.filed_at)),
        )
    )


def report_of(tx: Query, tournament_id: TournamentId) -> ClosingReport | None:
    """The report on the event, once it was filed."""
    row = tx.fetch_one("SELECT * FROM closing_reports WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        return None
    return ClosingReport(row["tournament_id"], row["person_id"], row["report"], from_ms(row["filed_at"]))


def _officer(row: sqlite3.Row) -> EventOfficer:
    return EventOfficer(
        tournament_id=TournamentId(row["tournament_id"]),
        person_id=PersonId(row["person_id"]),
        role=EventRole(row["role"]),
        named_at=from_ms(row["named_at"]),
        named_by=PersonId(row["named_by"]),
    )
