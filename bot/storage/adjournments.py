"""The pauses of a match, and the notes of the time that each side had used.

An annulled match is called again, and what was before its new call is no part of it any more.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.adjournments import Adjournment, NoteKind, Sessions, TimeNote, TimeUsed
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx

_MILLISECOND = timedelta(milliseconds=1)


def of_contest(tx: Query, contest_id: ContestId) -> Sessions:
    """The pauses and the notes since the match was called, in order."""
    pauses = tx.fetch_all(
        "SELECT a.* FROM adjournments a JOIN contests c USING (contest_id) WHERE a.contest_id = ?"
        " AND a.adjourned_at >= c.assigned_at ORDER BY a.number",
        (contest_id,),
    )
    notes = tx.fetch_all(
        "SELECT n.*, (SELECT group_concat(CAST(side AS TEXT), ' ') FROM time_note_confirmations k"
        " WHERE k.contest_id = n.contest_id AND k.entry = n.entry) AS confirmed"
        " FROM time_notes n JOIN contests c USING (contest_id) WHERE n.contest_id = ?"
        " AND n.noted_at >= c.assigned_at ORDER BY n.entry",
        (contest_id,),
    )
    return Sessions(tuple(map(_adjournment, pauses)), tuple(map(_note, notes)))


def begin(tx: Tx, contest_id: ContestId, at: datetime, by: PersonId | None, goes_on_at: datetime) -> int:
    """Writes a pause that begins now, and answers its number; the match must have none that runs."""
    number = _next(tx, "number", "adjournments", contest_id)
    tx.execute(
        "INSERT INTO adjournments (contest_id, number, adjourned_at, adjourned_by, goes_on_at) VALUES (?, ?, ?, ?, ?)",
        (contest_id, number, to_ms(at), by, to_ms(goes_on_at)),
    )
    return number


def move(tx: Tx, contest_id: ContestId, goes_on_at: datetime) -> bool:
    """Gives the pause that runs another end; False when none runs, or it has that end already."""
    return bool(
        tx.execute(
            "UPDATE adjournments SET goes_on_at = ?1 WHERE contest_id = ?2 AND resumed_at IS NULL AND goes_on_at <> ?1",
            (to_ms(goes_on_at), contest_id),
        )
    )


def end(tx: Tx, contest_id: ContestId, at: datetime, by: PersonId | None) -> bool:
    """Ends the pause that runs; False when none does."""
    return bool(
        tx.execute(
            "UPDATE adjournments SET resumed_at = max(adjourned_at, ?), resumed_by = ?"
            " WHERE contest_id = ? AND resumed_at IS NULL",
            (to_ms(at), by, contest_id),
        )
    )


def add_note(tx: Tx, contest_id: ContestId, note: TimeNote) -> None:
    """Writes a note of the time used; `entry` is one more than that of the last one, as `next_entry` says."""
    boards = [[one.board, *(used // _MILLISECOND for used in one.used)] for one in note.boards]
    tx.execute(
        "INSERT INTO time_notes (contest_id, entry, kind, used, reason, noted_at, noted_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (contest_id, note.entry, note.kind, json.dumps(boards), note.reason, to_ms(note.noted_at), note.noted_by),
    )


def next_entry(tx: Query, contest_id: ContestId) -> int:
    """The number of the next note, those from before a new call counted too."""
    return _next(tx, "entry", "time_notes", contest_id)


def confirm(tx: Tx, contest_id: ContestId, entry: int, side: int, by: PersonId, at: datetime) -> bool:
    """Notes that a side finds the note right; False when it has said so before."""
    return bool(
        tx.execute(
            "INSERT INTO time_note_confirmations (contest_id, entry, side, confirmed_at, confirmed_by)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (contest_id, entry, side, to_ms(at), by),
        )
    )


def _next(tx: Query, column: str, table: str, contest_id: ContestId) -> int:
    row = tx.fetch_one(
        f"SELECT coalesce(max({column}), 0) + 1 AS following FROM {table} WHERE contest_id = ?",  # noqa: S608
        (contest_id,),
    )
    return 1 if row is None else int(row["following"])


def _adjournment(row: sqlite3.Row) -> Adjournment:
    return Adjournment(
        contest_id=ContestId(row["contest_id"]),
        number=row["number"],
        adjourned_at=from_ms(row["adjourned_at"]),
        adjourned_by=None if row["adjourned_by"] is None else PersonId(row["adjourned_by"]),
        goes_on_at=from_ms(row["goes_on_at"]),
        resumed_at=from_ms_or_none(row["resumed_at"]),
    )


def _note(row: sqlite3.Row) -> TimeNote:
    boards = [TimeUsed(board, (one * _MILLISECOND, two * _MILLISECOND)) for board, one, two in json.loads(row["used"])]
    return TimeNote(
        entry=row["entry"],
        kind=NoteKind(row["kind"]),
        boards=tuple(boards),
        noted_at=from_ms(row["noted_at"]),
        noted_by=PersonId(row["noted_by"]),
        reason=row["reason"],
        confirmed=frozenset(int(side) for side in (row["confirmed"] or "").split()),
    )
