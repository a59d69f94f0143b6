"""What needs a decision of who runs an event, and how far its callers reach the people who decide."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.tournaments.summons_model import Matter, MatterKind, MatterRef, OpenMatter
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import GuildId, PersonId, RoleId, TournamentId
from bot.kernel.tables import WORDS, Part, Table

MOST_OF_A_SERVER: Final = 200
"""Matters of a server itself that are looked at: they come one by one for years, and hardly any is open."""


def load(tx: Query, ref: MatterRef) -> OpenMatter | None:
    """The matter, whatever became of it."""
    return _MATTERS.fetch_one(tx, "SELECT * FROM matters WHERE subject = ? AND kind = ?", (ref.subject, ref.kind))


_MATTERS: Final = Table("matters", OpenMatter, "subject, kind", matter=Part(Matter), told_by=("calls", WORDS))


def save(tx: Tx, matter: OpenMatter) -> None:
    """Writes the matter as it is now, in place of an earlier one of its kind about the same."""
    _MATTERS.upsert(tx, matter)


def of_event(tx: Query, guild_id: GuildId, tournament_id: TournamentId | None) -> list[OpenMatter]:
    """All matters of an event, or with None the latest of the server itself, the oldest first."""
    if tournament_id is None:
        rows = tx.fetch_all(
            "SELECT * FROM matters WHERE guild_id = ? AND tournament_id IS NULL"
            " ORDER BY called_at DESC, subject DESC, kind DESC LIMIT ?",
            (guild_id, MOST_OF_A_SERVER),
        )[::-1]
    else:
        rows = tx.fetch_all(
            "SELECT * FROM matters WHERE tournament_id = ? ORDER BY called_at, subject, kind", (tournament_id,)
        )
    return [_MATTERS.read(row) for row in rows]


def open_about(tx: Query, subject: str) -> list[OpenMatter]:
    """What is about the same and not settled, the oldest first."""
    return _MATTERS.fetch_all(
        tx, "SELECT * FROM matters WHERE subject = ? AND settled_at IS NULL ORDER BY called_at, kind", (subject,)
    )


def open_of_kind(tx: Query, guild_id: GuildId, kind: MatterKind) -> list[OpenMatter]:
    """What is not settled of a kind in the server, the oldest first."""
    return _MATTERS.fetch_all(
        tx,
        "SELECT * FROM matters WHERE guild_id = ? AND kind = ? AND settled_at IS NULL ORDER BY called_at, subject",
        (guild_id, kind),
    )


def note_heeded(tx: Tx, ref: MatterRef, at: datetime) -> bool:
    """Notes that staff pressed its button; False when they did before, or it is over."""
    return bool(
        tx.execute(
            "UPDATE matters SET heeded_at = ? WHERE subject = ? AND kind = ? AND heeded_at IS NULL"
            " AND settled_at IS NULL",
            (to_ms(at), ref.subject, ref.kind),
        )
    )


def settle(tx: Tx, ref: MatterRef, at: datetime) -> bool:
    """Notes that the matter is over; False when it was."""
    return bool(
        tx.execute(
            "UPDATE matters SET settled_at = ? WHERE subject = ? AND kind = ? AND settled_at IS NULL",
            (to_ms(at), ref.subject, ref.kind),
        )
    )


def note_reach(tx: Tx, guild_id: GuildId, role_id: RoleId | None, at: datetime, *, reached: bool) -> None:
    """Notes whether Discord pings the organisers' role where they are called."""
    tx.execute(
        "INSERT INTO role_reaches (guild_id, role_id, reached, looked_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET role_id = excluded.role_id, reached = excluded.reached,"
        " looked_at = excluded.looked_at",
        (guild_id, role_id, int(reached), to_ms(at)),
    )


def reaches(tx: Query, guild_id: GuildId, role_id: RoleId) -> bool:
    """Whether Discord pings the role, as it was found last; True where nobody has looked."""
    row = tx.fetch_one("SELECT reached FROM role_reaches WHERE guild_id = ? AND role_id = ?", (guild_id, role_id))
    return row is None or bool(row["reached"])


def count_unreached(tx: Query) -> int:
    """In how many servers the organisers' role is not pinged, as it was found at the last call."""
    row = tx.fetch_one("SELECT count(*) AS n FROM role_reaches WHERE role_id IS NOT NULL AND reached = 0")
    return 0 if row is None else int(row["n"])


def note_holder(tx: Tx, guild_id: GuildId, role_id: RoleId, at: datetime) -> None:
    """Notes that somebody holds the organisers' role."""
    tx.execute(
        "INSERT INTO role_holders (guild_id, role_id, seen_at) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET role_id = excluded.role_id, seen_at = excluded.seen_at",
        (guild_id, role_id, to_ms(at)),
    )


def knows_holder(tx: Query, guild_id: GuildId, role_id: RoleId) -> bool:
    """Whether somebody with the role has ever pressed."""
    found = "SELECT 1 FROM role_holders WHERE guild_id = ? AND role_id = ?"
    return tx.fetch_one(found, (guild_id, role_id)) is not None


def note_gone(tx: Tx, person_id: PersonId, at: datetime) -> None:
    """Notes that the person was looked for and is not in the server."""
    tx.execute(
        "INSERT INTO gone_staff (person_id, found_at) VALUES (?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET found_at = excluded.found_at",
        (person_id, to_ms(at)),
    )


def note_here(tx: Tx, person_id: PersonId) -> None:
    """Notes that the person is in the server."""
    tx.execute("DELETE FROM gone_staff WHERE person_id = ?", (person_id,))


def is_gone(tx: Query, person_id: PersonId) -> bool:
    """Whether the person was not in the server when they were looked for last."""
    return tx.fetch_one("SELECT 1 FROM gone_staff WHERE person_id = ?", (person_id,)) is not None
