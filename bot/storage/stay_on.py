"""What was said of a match in which the winner stays on.

An annulled match is called again, and what was said before its new call is no part of it any more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.domain.team_play.stay_on import Word, WordKind
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def words(tx: Query, contest_id: ContestId) -> list[Word]:
    """The words that stand, in the order of the match."""
    rows = tx.fetch_all(
        "SELECT w.* FROM stay_on_words w JOIN contests c USING (contest_id) WHERE w.contest_id = ?"
        " AND w.taken_back_at IS NULL AND w.said_at >= coalesce(c.assigned_at, 0) ORDER BY w.place, w.entry",
        (contest_id,),
    )
    return [_word(row) for row in rows]


def entries(tx: Query, contest_id: ContestId) -> int:
    """How many words there ever were, taking back counted as one too."""
    row = tx.fetch_one(
        "SELECT count(*) + count(taken_back_at) AS n FROM stay_on_words WHERE contest_id = ?", (contest_id,)
    )
    return 0 if row is None else int(row["n"])


def last_entry(tx: Query, contest_id: ContestId) -> int:
    """The number of the last word that was ever said; 0 before the first."""
    row = tx.fetch_one("SELECT max(entry) AS n FROM stay_on_words WHERE contest_id = ?", (contest_id,))
    return 0 if row is None or row["n"] is None else int(row["n"])


def add(tx: Tx, word: Word) -> None:
    """Writes a word."""
    tx.execute(
        "INSERT INTO stay_on_words (contest_id, entry, place, kind, side, person_id, reason, said_at, said_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            word.contest_id,
            word.entry,
            word.place,
            word.kind,
            word.side,
            word.person,
            word.reason,
            to_ms(word.said_at),
            word.said_by,
        ),
    )


def take_back(tx: Tx, some: Iterable[Word], by: PersonId, at: datetime) -> None:
    """Notes that the words count no more."""
    tx.execute_many(
        "UPDATE stay_on_words SET taken_back_at = ?, taken_back_by = ?"
        " WHERE contest_id = ? AND entry = ? AND taken_back_at IS NULL",
        [(to_ms(at), by, one.contest_id, one.entry) for one in some],
    )


def _word(row: sqlite3.Row) -> Word:
    return Word(
        contest_id=ContestId(row["contest_id"]),
        entry=row["entry"],
        place=row["place"],
        kind=WordKind(row["kind"]),
        side=row["side"],
        person=None if row["person_id"] is None else PersonId(row["person_id"]),
        reason=row["reason"],
        said_at=from_ms(row["said_at"]),
        said_by=PersonId(row["said_by"]),
    )
