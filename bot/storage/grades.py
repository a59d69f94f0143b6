"""Grades of people: those that wait, the one that counts, and those that did."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from bot.domain.grades import Grade, read_grade
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.registry.grades import GradeOrigin, GradeRecord
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, record: GradeRecord) -> bool:
    """Writes a grade that waits; False while one of the same origin waits already."""
    return bool(
        tx.execute(
            "INSERT INTO grades (grade_id, guild_id, person_id, grade, origin, tournament_id, said_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (person_id, origin) WHERE confirmed_at IS NULL AND ended_at IS NULL DO NOTHING",
            (
                record.grade_id,
                record.guild_id,
                record.person_id,
                str(record.grade),
                record.origin,
                record.tournament_id,
                to_ms(record.said_at),
            ),
        )
    )


def load(tx: Query, grade_id: str) -> GradeRecord | None:
    """One grade on record."""
    row = tx.fetch_one("SELECT * FROM grades WHERE grade_id = ?", (grade_id,))
    return None if row is None else _record(row)


def of_person(tx: Query, person_id: PersonId) -> Grade | None:
    """The grade that counts."""
    return of_people(tx, [person_id]).get(person_id)


def of_people(tx: Query, person_ids: Sequence[PersonId]) -> dict[PersonId, Grade]:
    """The grades that count, of whoever has one."""
    found = {}
    for person_id in person_ids:
        row = tx.fetch_one(
            "SELECT grade FROM grades WHERE person_id = ? AND confirmed_at IS NOT NULL AND ended_at IS NULL",
            (person_id,),
        )
        grade = None if row is None else read_grade(row["grade"])
        if grade is not None:
            found[person_id] = grade
    return found


def waiting(tx: Query, person_id: PersonId, origin: GradeOrigin) -> GradeRecord | None:
    """The grade of that origin that nobody has decided on yet."""
    row = tx.fetch_one(
        "SELECT * FROM grades WHERE person_id = ? AND origin = ? AND confirmed_at IS NULL AND ended_at IS NULL",
        (person_id, origin),
    )
    return None if row is None else _record(row)


def waiting_in(tx: Query, guild_id: GuildId) -> list[GradeRecord]:
    """The grades in a server that nobody has decided on yet, the oldest first."""
    rows = tx.fetch_all(
        # Written as a cross join, so that it goes from the server's events to their grades and reads no other server's.
        "SELECT grades.* FROM tournaments CROSS JOIN grades"
        " WHERE tournaments.guild_id = ? AND grades.tournament_id = tournaments.tournament_id"
        " AND grades.confirmed_at IS NULL AND grades.ended_at IS NULL ORDER BY grades.said_at, grades.grade_id",
        (guild_id,),
    )
    return [_record(row) for row in rows]


def proposed_by(tx: Query, tournament_id: TournamentId) -> list[GradeRecord]:
    """The promotions by an event that nobody has decided on yet."""
    rows = tx.fetch_all(
        "SELECT * FROM grades WHERE tournament_id = ? AND origin = ? AND confirmed_at IS NULL AND ended_at IS NULL"
        " ORDER BY grade_id",
        (tournament_id, GradeOrigin.PROMOTION),
    )
    return [_record(row) for row in rows]


def lower_promotions(tx: Query, person_id: PersonId) -> list[GradeRecord]:
    """The person's promotions by events that stand on which nobody decided: each made room for a higher one."""
    rows = tx.fetch_all(
        "SELECT grades.* FROM grades JOIN tournaments USING (tournament_id)"
        " WHERE person_id = ? AND origin = ? AND confirmed_at IS NULL AND decided_by IS NULL"
        " AND grades.ended_at IS NOT NULL AND cancelled_at IS NULL ORDER BY grade_id",
        (person_id, GradeOrigin.PROMOTION),
    )
    return [_record(row) for row in rows]


def times_declared(tx: Query, person_id: PersonId) -> int:
    """How many grades were declared for the person."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM grades WHERE person_id = ? AND origin = ?", (person_id, GradeOrigin.DECLARED)
    )
    return 0 if row is None else int(row["n"])


def confirm(tx: Tx, record: GradeRecord, by: PersonId, at: datetime) -> bool:
    """Has a grade count that waits, in place of the one before; False when it was decided already."""
    if load(tx, record.grade_id) != record or not record.waits:
        return False
    tx.execute(
        "UPDATE grades SET ended_at = ? WHERE person_id = ? AND confirmed_at IS NOT NULL AND ended_at IS NULL",
        (to_ms(at), record.person_id),
    )
    tx.execute(
        "UPDATE grades SET confirmed_at = ?, decided_by = ? WHERE grade_id = ?", (to_ms(at), by, record.grade_id)
    )
    return True


def end(tx: Tx, grade_id: str, by: PersonId | None, at: datetime) -> bool:
    """Refuses a grade that waits, or ends one; False when that was done before."""
    return bool(
        tx.execute(
            "UPDATE grades SET ended_at = ?, decided_by = coalesce(?, decided_by)"
            " WHERE grade_id = ? AND ended_at IS NULL",
            (to_ms(at), by, grade_id),
        )
    )


def _record(row: sqlite3.Row) -> GradeRecord:
    grade = read_grade(row["grade"])
    if grade is None:
        raise LookupError(row["grade_id"])
    return GradeRecord(
        grade_id=row["grade_id"],
        guild_id=GuildId(row["guild_id"]),
        person_id=PersonId(row["person_id"]),
        grade=grade,
        origin=GradeOrigin(row["origin"]),
        tournament_id=TournamentId(row["tournament_id"]),
        said_at=from_ms(row["said_at"]),
        confirmed_at=from_ms_or_none(row["confirmed_at"]),
        ended_at=from_ms_or_none(row["ended_at"]),
    )
