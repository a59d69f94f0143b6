"""Small pictures of members, and who wants to be shown without."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from bot.domain.ids import PersonId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx

_HIDDEN: Final = (
    "EXISTS (SELECT 1 FROM hidden_faces h WHERE h.person_id = p.person_id)"
    " OR EXISTS (SELECT 1 FROM discord_links l JOIN hidden_faces h ON h.person_id = l.before_id"
    " WHERE l.person_id = p.person_id AND l.undone_at IS NULL)"
)
"""What a member chose before staff said by which name they had been known holds for them under that name."""


class KeptFace(NamedTuple):
    """What Discord calls the picture that was fetched last, and when that was."""

    avatar: str
    fetched_at: datetime


def pictures(tx: Query, some: Collection[PersonId]) -> dict[PersonId, bytes]:
    """The pictures of those of the people who have one and do not hide it."""
    rows = tx.fetch_all(
        "SELECT f.person_id, f.picture FROM faces f JOIN people p USING (person_id)"  # noqa: S608 - a constant
        " WHERE f.person_id IN (SELECT value FROM json_each(?)) AND f.picture IS NOT NULL"
        f" AND p.discord_id IS NOT NULL AND NOT ({_HIDDEN}) ORDER BY f.person_id",
        (json.dumps(sorted(some)),),
    )
    return {PersonId(row["person_id"]): row["picture"] for row in rows}


def load(tx: Query, person_id: PersonId) -> KeptFace | None:
    """What is known of the person's face, the picture itself left out."""
    row = tx.fetch_one("SELECT avatar, fetched_at FROM faces WHERE person_id = ?", (person_id,))
    return None if row is None else KeptFace(row["avatar"], from_ms(row["fetched_at"]))


def keep(tx: Tx, person_id: PersonId, avatar: str, picture: bytes | None, at: datetime) -> None:
    """Keeps the picture in place of the one before."""
    tx.execute(
        "INSERT INTO faces (person_id, avatar, picture, fetched_at) VALUES (?, ?, ?, ?) ON CONFLICT (person_id)"
        " DO UPDATE SET avatar = excluded.avatar, picture = excluded.picture, fetched_at = excluded.fetched_at",
        (person_id, avatar, picture, to_ms(at)),
    )


def drop(tx: Tx, person_id: PersonId) -> None:
    """Lets go of the picture."""
    tx.execute("DELETE FROM faces WHERE person_id = ?", (person_id,))


def drop_oldest(tx: Tx, before: datetime, most: int) -> None:
    """Lets go of all that were fetched before the moment, and of the oldest beyond so many."""
    tx.execute("DELETE FROM faces WHERE fetched_at < ?", (to_ms(before),))
    tx.execute(
        "DELETE FROM faces WHERE person_id IN"
        " (SELECT person_id FROM faces ORDER BY fetched_at DESC, person_id LIMIT -1 OFFSET ?)",
        (most,),
    )


def is_hidden(tx: Query, person_id: PersonId) -> bool:
    """Whether the person wants to be shown without a face."""
    row = tx.fetch_one(f"SELECT {_HIDDEN} AS hidden FROM people p WHERE p.person_id = ?", (person_id,))  # noqa: S608
    return row is not None and bool(row["hidden"])


def hide(tx: Tx, person_id: PersonId, at: datetime) -> None:
    """Shows the person without a face from now on; twice is harmless."""
    tx.execute(
        "INSERT INTO hidden_faces (person_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING", (person_id, to_ms(at))
    )


def show(tx: Tx, some: Collection[PersonId]) -> None:
    """Lets the people be shown with their faces again."""
    tx.execute(
        "DELETE FROM hidden_faces WHERE person_id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(some)),)
    )
