"""The rehearsal that each server has under way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Who asked for it, since when, and by what rulebook, as they read its title."""

    guild_id: GuildId
    person_id: PersonId
    rulebook: str
    began_at: datetime


def save(tx: Tx, begun: UnderWay) -> None:
    """Notes it, in place of the one before."""
    tx.execute(
        "INSERT INTO rehearsals (guild_id, person_id, rulebook, began_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET person_id = excluded.person_id, rulebook = excluded.rulebook,"
        " began_at = excluded.began_at",
        (begun.guild_id, begun.person_id, begun.rulebook, to_ms(begun.began_at)),
    )


def load(tx: Query, guild_id: GuildId) -> UnderWay | None:
    """That of the server, or None."""
    row = tx.fetch_one("SELECT * FROM rehearsals WHERE guild_id = ?", (guild_id,))
    return None if row is None else UnderWay(guild_id, row["person_id"], row["rulebook"], from_ms(row["began_at"]))


def every(tx: Query) -> tuple[GuildId, ...]:
    """The servers that have one under way."""
    return tuple(GuildId(row["guild_id"]) for row in tx.fetch_all("SELECT guild_id FROM rehearsals ORDER BY guild_id"))


def remove(tx: Tx, guild_id: GuildId) -> None:
    """It is over."""
    tx.execute("DELETE FROM rehearsals WHERE guild_id = ?", (guild_id,))
