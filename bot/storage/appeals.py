"""Appeals against verdicts, bars, losses of points and rulings: one each, decided once."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.cases.misconduct import Appeal
from bot.domain.ids import BarId, CaseId, ContestId, FileId, GuildId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, appeal: Appeal) -> bool:
    """Writes an appeal; False when there was one against the same thing before."""
    return bool(
        tx.execute(
            "INSERT INTO appeals (appeal_id, guild_id, file_id, bar_id, penalty_id, contest_id, link_id, amendment_id,"
            " person_id, statement, links, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                appeal.appeal_id,
                appeal.guild_id,
                appeal.against_file,
                appeal.against_bar,
                appeal.against_points,
                appeal.against_match,
                appeal.against_link,
                appeal.against_amendment,
                appeal.by,
                appeal.text,
                "\n".join(appeal.links),
                to_ms(appeal.made_at),
            ),
        )
    )


def decide(tx: Tx, appeal_id: str, *, granted: bool, by: PersonId, reason: str, at: datetime) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(
        tx.execute(
            "UPDATE appeals SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE appeal_id = ? AND granted IS NULL",
            (int(granted), by, reason, to_ms(at), appeal_id),
        )
    )


def load(tx: Query, appeal_id: str) -> Appeal | None:
    """One appeal, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE appeal_id = ?", (appeal_id,))
    return None if row is None else _appeal(row)


def of_file(tx: Query, file_id: FileId) -> Appeal | None:
    """The appeal against a case's verdict, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE file_id = ?", (file_id,))
    return None if row is None else _appeal(row)


def of_bar(tx: Query, bar_id: BarId) -> Appeal | None:
    """The appeal against a bar, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE bar_id = ?", (bar_id,))
    return None if row is None else _appeal(row)


def of_points(tx: Query, penalty_id: str) -> Appeal | None:
    """The appeal against a loss of points, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE penalty_id = ?", (penalty_id,))
    return None if row is None else _appeal(row)


def of_match(tx: Query, contest_id: ContestId) -> Appeal | None:
    """The appeal against a ruling on a match, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE contest_id = ?", (contest_id,))
    return None if row is None else _appeal(row)


def of_link(tx: Query, link_id: str) -> Appeal | None:
    """The appeal against the word that two are one, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE link_id = ?", (link_id,))
    return None if row is None else _appeal(row)


def of_amendment(tx: Query, amendment_id: str) -> Appeal | None:
    """The appeal against a rating that was put right by hand, or None."""
    row = tx.fetch_one("SELECT * FROM appeals WHERE amendment_id = ?", (amendment_id,))
    return None if row is None else _appeal(row)


def granted_of_case(tx: Query, case_id: CaseId, since: datetime) -> bool:
    """Whether an appeal against what came of that absence has succeeded since then."""
    row = tx.fetch_one(
        "SELECT 1 FROM appeals WHERE granted = 1 AND decided_at >= ?1"
        " AND (bar_id IN (SELECT bar_id FROM bars WHERE case_id = ?2)"
        " OR penalty_id IN (SELECT penalty_id FROM rating_penalties WHERE case_id = ?2)) LIMIT 1",
        (to_ms(since), case_id),
    )
    return row is not None


def waiting(tx: Query, guild_id: GuildId) -> list[Appeal]:
    """The appeals of a server that nobody has decided, oldest first."""
    rows = tx.fetch_all("SELECT * FROM appeals WHERE guild_id = ? AND granted IS NULL ORDER BY made_at", (guild_id,))
    return [_appeal(row) for row in rows]


def _appeal(row: sqlite3.Row) -> Appeal:
    return Appeal(
        appeal_id=row["appeal_id"],
        guild_id=GuildId(row["guild_id"]),
        against_file=row["file_id"],
        against_bar=row["bar_id"],
        by=PersonId(row["person_id"]),
        text=row["statement"],
        links=tuple(row["links"].split()),
        made_at=from_ms(row["made_at"]),
        granted=None if row["granted"] is None else bool(row["granted"]),
        decided_by=row["decided_by"],
        reason=row["reason"],
        decided_at=from_ms_or_none(row["decided_at"]),
        against_points=row["penalty_id"],
        against_match=row["contest_id"],
        against_link=row["link_id"],
        against_amendment=row["amendment_id"],
    )
