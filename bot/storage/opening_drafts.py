"""Opening lists that were read and wait to be confirmed, and what was said of who is meant by their lines."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class OpeningDraft:
    """A list as its asker sent it in; `content` is what was read of the file, as text."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    file_name: str
    file_hash: str
    dated_at: datetime
    content: str
    drafted_at: datetime


def keep(tx: Tx, draft: OpeningDraft) -> None:
    """Writes the draft in place of the one that its asker had before, with what was said of that."""
    for one in of_person(tx, draft.person_id):
        drop(tx, one.draft_id)
    tx.execute(
        "INSERT INTO opening_drafts (draft_id, guild_id, person_id, file_name, file_hash, dated_at, content,"
        " drafted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            draft.draft_id,
            draft.guild_id,
            draft.person_id,
            draft.file_name,
            draft.file_hash,
            to_ms(draft.dated_at),
            draft.content,
            to_ms(draft.drafted_at),
        ),
    )


def load(tx: Query, draft_id: str) -> OpeningDraft | None:
    """The draft, or None when it was confirmed or dropped."""
    row = tx.fetch_one("SELECT * FROM opening_drafts WHERE draft_id = ?", (draft_id,))
    return None if row is None else _draft(row)


def of_person(tx: Query, person_id: PersonId) -> list[OpeningDraft]:
    """What the person sent in and nobody has confirmed: one at most."""
    rows = tx.fetch_all("SELECT * FROM opening_drafts WHERE person_id = ? ORDER BY draft_id", (person_id,))
    return [_draft(row) for row in rows]


def of_guild(tx: Query, guild_id: GuildId) -> list[OpeningDraft]:
    """What waits in the server, the newest first."""
    rows = tx.fetch_all(
        "SELECT * FROM opening_drafts WHERE guild_id = ? ORDER BY drafted_at DESC, draft_id", (guild_id,)
    )
    return [_draft(row) for row in rows]


def handed_on(tx: Query, guild_id: GuildId) -> list[tuple[str, str, PersonId]]:
    """What waits in the server for a word beside its asker's, the oldest first: its id, its file's name, who asks."""
    rows = tx.fetch_all(
        "SELECT draft_id, file_name, person_id FROM opening_drafts d WHERE guild_id = ?"
        " AND EXISTS (SELECT 1 FROM log l WHERE l.subject = 'opening_draft:' || d.draft_id"
        " AND l.act = 'hand_over_opening_list') ORDER BY drafted_at, draft_id",
        (guild_id,),
    )
    return [(row["draft_id"], row["file_name"], PersonId(row["person_id"])) for row in rows]


def drop(tx: Tx, draft_id: str) -> bool:
    """Removes the draft with its answers; False when somebody was faster, as with a second press."""
    tx.execute("DELETE FROM opening_answers WHERE draft_id = ?", (draft_id,))
    return bool(tx.execute("DELETE FROM opening_drafts WHERE draft_id = ?", (draft_id,)))


def answer(tx: Tx, draft_id: str, said: Mapping[int, PersonId | None], at: datetime) -> None:
    """Writes who is meant by these lines, None for somebody new."""
    tx.execute_many(
        "INSERT INTO opening_answers (draft_id, line, person_id, answered_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (draft_id, line) DO UPDATE SET person_id = excluded.person_id,"
        " answered_at = excluded.answered_at",
        [(draft_id, line, person_id, to_ms(at)) for line, person_id in said.items()],
    )


def answers(tx: Query, draft_id: str) -> dict[int, PersonId | None]:
    """Who is meant by which line, as far as somebody has said."""
    rows = tx.fetch_all("SELECT line, person_id FROM opening_answers WHERE draft_id = ? ORDER BY line", (draft_id,))
    return {row["line"]: None if row["person_id"] is None else PersonId(row["person_id"]) for row in rows}


def said_new(tx: Query, draft_id: str) -> dict[int, datetime]:
    """The lines of which somebody has said that somebody new is meant, and when."""
    rows = tx.fetch_all(
        "SELECT line, answered_at FROM opening_answers WHERE draft_id = ? AND person_id IS NULL ORDER BY line",
        (draft_id,),
    )
    return {row["line"]: from_ms(row["answered_at"]) for row in rows}


def forget_answers(tx: Tx, draft_id: str) -> None:
    """Takes back all that was said of the draft's lines."""
    tx.execute("DELETE FROM opening_answers WHERE draft_id = ?", (draft_id,))


def _draft(row: sqlite3.Row) -> OpeningDraft:
    return OpeningDraft(
        draft_id=row["draft_id"],
        guild_id=row["guild_id"],
        person_id=PersonId(row["person_id"]),
        file_name=row["file_name"],
        file_hash=row["file_hash"],
        dated_at=from_ms(row["dated_at"]),
        content=row["content"],
        drafted_at=from_ms(row["drafted_at"]),
    )
