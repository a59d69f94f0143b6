"""Scores that players reported, and how the other side answered."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.matches import Counter, Report, ReportAnswer
from bot.storage import panels
from bot.storage.codec import from_ms, from_ms_or_none, read_score, score_text, to_ms
from bot.storage.context import Query, Tx
from bot.storage.particulars import particulars_text, read_particulars

LINE: Final = "report"
"""The public answer to a report, as a panel "report:ID": it asks the other side."""
REMINDER: Final = "report-reminder"
"""The message that asks it once more, and from then on in place of the line."""


def add(tx: Tx, report: Report) -> bool:
    """Writes a report; False when another one of the match is open."""
    return bool(
        tx.execute(
            "INSERT INTO reports (report_id, contest_id, person_id, score, reported_at, particulars)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                report.report_id,
                report.contest_id,
                report.person_id,
                score_text(report.score),
                to_ms(report.reported_at),
                particulars_text(report.particulars),
            ),
        )
    )


def open_report(tx: Query, contest_id: ContestId) -> Report | None:
    """The report that awaits an answer or a decision, if there is one."""
    row = tx.fetch_one("SELECT * FROM reports WHERE contest_id = ? AND closed_at IS NULL", (contest_id,))
    return None if row is None else _report(row)


def open_everywhere(tx: Query) -> list[ContestId]:
    """The matches in which a report awaits an answer or a decision."""
    rows = tx.fetch_all("SELECT contest_id FROM reports WHERE closed_at IS NULL ORDER BY reported_at, contest_id")
    return [ContestId(row["contest_id"]) for row in rows]


def of_contest(tx: Query, contest_id: ContestId) -> list[Report]:
    """Every report of a match, oldest first."""
    rows = tx.fetch_all("SELECT * FROM reports WHERE contest_id = ? ORDER BY reported_at, report_id", (contest_id,))
    return [_report(row) for row in rows]


def dispute(tx: Tx, report_id: str, by: PersonId, why: str, at: datetime) -> bool:
    """Notes that the other side disputes; the report stays open until somebody decides. False when it was answered."""
    changed = tx.execute(
        "UPDATE reports SET answer = 'disputed', answered_by = ?, answered_at = ?, dispute = ?"
        " WHERE report_id = ? AND answer IS NULL AND closed_at IS NULL",
        (by, to_ms(at), why, report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def contradict(tx: Tx, report_id: str, by: PersonId, counter: Counter, at: datetime) -> bool:
    """Notes that the other side reports something else, which disputes the report. False when it was answered."""
    changed = tx.execute(
        "UPDATE reports SET answer = 'disputed', answered_by = ?, answered_at = ?,"
        " counter_score = ?, counter_particulars = ?"
        " WHERE report_id = ? AND answer IS NULL AND closed_at IS NULL",
        (by, to_ms(at), score_text(counter.score), particulars_text(counter.particulars), report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def note_doubted(tx: Tx, report_id: str, at: datetime) -> bool:
    """Notes that the other side has begun to write a dispute; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE reports SET doubted_at = ? WHERE report_id = ? AND doubted_at IS NULL AND closed_at IS NULL",
            (to_ms(at), report_id),
        )
    )


def close(tx: Tx, report_id: str, answer: ReportAnswer, by: PersonId | None, at: datetime) -> bool:
    """Ends a report; False when it was closed before. A dispute keeps who raised it and when."""
    changed = tx.execute(
        "UPDATE reports SET closed_at = ?, answer = ?, answered_by = coalesce(answered_by, ?),"
        " answered_at = coalesce(answered_at, ?) WHERE report_id = ? AND closed_at IS NULL",
        (to_ms(at), answer, by, to_ms(at), report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def load(tx: Query, report_id: str) -> Report | None:
    """One report, whatever was said to it."""
    row = tx.fetch_one("SELECT * FROM reports WHERE report_id = ?", (report_id,))
    return None if row is None else _report(row)


def note_reminded(tx: Tx, report_id: str, at: datetime) -> None:
    """Notes that the other side was reminded to answer."""
    tx.execute("UPDATE reports SET reminded_at = ? WHERE report_id = ?", (to_ms(at), report_id))


def note_escalated(tx: Tx, report_id: str, at: datetime) -> None:
    """Notes that the organisers were asked to decide."""
    tx.execute("UPDATE reports SET escalated_at = ? WHERE report_id = ?", (to_ms(at), report_id))


def _note_answer(tx: Tx, report_id: str, at: datetime, changed: int) -> bool:
    """Has the message drawn anew that asks for the answer, the reminder where there is one; whether this answered."""
    if changed:
        panels.mark_first_stale(tx, (f"{REMINDER}:{report_id}", f"{LINE}:{report_id}"), at)
    return bool(changed)


def _counter(row: sqlite3.Row) -> Counter | None:
    if row["counter_score"] is None:
        return None
    return Counter(read_score(row["counter_score"]), read_particulars(row["counter_particulars"]))


def _report(row: sqlite3.Row) -> Report:
    return Report(
        report_id=row["report_id"],
        contest_id=ContestId(row["contest_id"]),
        person_id=PersonId(row["person_id"]),
        score=read_score(row["score"]),
        particulars=read_particulars(row["particulars"]),
        reported_at=from_ms(row["reported_at"]),
        reminded_at=from_ms_or_none(row["reminded_at"]),
        answer=None if row["answer"] is None else ReportAnswer(row["answer"]),
        answered_at=from_ms_or_none(row["answered_at"]),
        answered_by=row["answered_by"],
        dispute=row["dispute"],
        escalated_at=from_ms_or_none(row["escalated_at"]),
        closed_at=from_ms_or_none(row["closed_at"]),
        doubted_at=from_ms_or_none(row["doubted_at"]),
        counter=_counter(row),
    )
