"""Who was expelled, until when there is no way back, and who never sits on the committee again."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import BarId, GuildId, MemberId, PersonId, VoteId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx
from bot.storage.identities import selves


@dataclass(frozen=True, slots=True)
class Expulsion:
    """An expelled player; the person's row is a tombstone, the Discord account stays known here (AIJE-A02-2)."""

    person_id: PersonId
    guild_id: GuildId
    member_id: MemberId | None
    vote_id: VoteId
    bar_id: BarId
    expelled_at: datetime
    readmission_from: datetime
    readmitted_at: datetime | None = None


def add(tx: Tx, expulsion: Expulsion) -> None:
    """Records the expulsion."""
    tx.execute(
        "INSERT INTO expulsions (person_id, guild_id, discord_id, vote_id, bar_id, expelled_at, readmission_from)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            expulsion.person_id,
            expulsion.guild_id,
            expulsion.member_id,
            expulsion.vote_id,
            expulsion.bar_id,
            to_ms(expulsion.expelled_at),
            to_ms(expulsion.readmission_from),
        ),
    )


def of_bar(tx: Query, bar_id: BarId) -> Expulsion | None:
    """The expulsion that the bar belongs to, or None."""
    row = tx.fetch_one("SELECT * FROM expulsions WHERE bar_id = ?", (bar_id,))
    return None if row is None else _expulsion(row)


def of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> Expulsion | None:
    """The expulsion that still holds against whoever has that Discord account."""
    row = tx.fetch_one(
        "SELECT * FROM expulsions WHERE guild_id = ? AND discord_id = ? AND readmitted_at IS NULL",
        (guild_id, member_id),
    )
    return None if row is None else _expulsion(row)


def of_person(tx: Query, person_id: PersonId) -> Expulsion | None:
    """The person's latest expulsion, readmitted or not."""
    row = tx.fetch_one("SELECT * FROM expulsions WHERE person_id = ? ORDER BY expelled_at DESC LIMIT 1", (person_id,))
    return None if row is None else _expulsion(row)


def all_expelled(tx: Query, guild_id: GuildId) -> frozenset[PersonId]:
    """Everyone whose history and rating left the system."""
    rows = tx.fetch_all("SELECT person_id FROM expulsions WHERE guild_id = ?", (guild_id,))
    return frozenset(PersonId(row["person_id"]) for row in rows)


def readmit(tx: Tx, bar_id: BarId, by: PersonId, at: datetime) -> bool:
    """Ends the expulsion; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE expulsions SET readmitted_at = ?, readmitted_by = ? WHERE bar_id = ? AND readmitted_at IS NULL",
            (to_ms(at), by, bar_id),
        )
    )


def tombstone(tx: Query, language: str) -> str:
    """What stands in place of the name of somebody who was expelled."""
    row = tx.fetch_one("SELECT name FROM tombstones WHERE language = ?", (language,))
    if row is None:
        raise LookupError(language)
    return str(row["name"])


def exclude(tx: Tx, guild_id: GuildId, person_id: PersonId, vote_id: VoteId, since: datetime) -> None:
    """Records that the person never sits on the committee again (AIJE-A02-5)."""
    tx.execute(
        "INSERT INTO committee_exclusions (person_id, guild_id, since, vote_id) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (person_id, guild_id, to_ms(since), vote_id),
    )


def is_excluded(tx: Query, person_id: PersonId) -> bool:
    """Whether the person, under whichever account, is kept from the committee for good."""
    sql = "SELECT 1 FROM committee_exclusions WHERE person_id = ?"
    return any(tx.fetch_one(sql, (one,)) is not None for one in selves(tx, person_id))


def end_offices(tx: Tx, person_id: PersonId, at: datetime) -> int:
    """Ends every office that the person holds; answers how many."""
    return tx.execute("UPDATE offices SET until = ? WHERE person_id = ? AND until IS NULL", (to_ms(at), person_id))


def _expulsion(row: sqlite3.Row) -> Expulsion:
    return Expulsion(
        person_id=PersonId(row["person_id"]),
        guild_id=row["guild_id"],
        member_id=row["discord_id"],
        vote_id=VoteId(row["vote_id"]),
        bar_id=BarId(row["bar_id"]),
        expelled_at=from_ms(row["expelled_at"]),
        readmission_from=from_ms(row["readmission_from"]),
        readmitted_at=from_ms_or_none(row["readmitted_at"]),
    )
