"""Offices in other hands for a time: who stands in, since when and until when."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Office
from bot.domain.registry.offices import StandIn
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def name(tx: Tx, stand_in: StandIn) -> None:
    """Writes who stands in; whoever stood in for that office before does so no longer."""
    end(tx, stand_in.guild_id, stand_in.office, stand_in.since)
    tx.execute(
        "INSERT INTO stand_ins (stand_in_id, guild_id, office, person_id, since, until, named_by, reason)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            stand_in.stand_in_id,
            stand_in.guild_id,
            stand_in.office,
            stand_in.person_id,
            to_ms(stand_in.since),
            to_ms(stand_in.until),
            stand_in.named_by,
            stand_in.reason,
        ),
    )


def end(tx: Tx, guild_id: GuildId, office: Office, at: datetime) -> bool:
    """Ends the stand-in of the office; False where nobody stood in at that moment."""
    return bool(
        tx.execute(
            "UPDATE stand_ins SET ended_at = min(?1, until) WHERE guild_id = ?2 AND office = ?3 AND ended_at IS NULL",
            (to_ms(at), guild_id, office),
        )
    )


def end_of_person(tx: Tx, person_id: PersonId, at: datetime) -> int:
    """Ends whatever the person stands in for; answers how many offices that were."""
    return tx.execute(
        "UPDATE stand_ins SET ended_at = min(?1, until) WHERE person_id = ?2 AND ended_at IS NULL",
        (to_ms(at), person_id),
    )


def standing_in(tx: Query, guild_id: GuildId, at: datetime) -> dict[Office, StandIn]:
    """Who stands in for which office at that moment."""
    rows = tx.fetch_all(
        "SELECT * FROM stand_ins WHERE guild_id = ?1 AND ended_at IS NULL AND since <= ?2 AND until > ?2"
        " ORDER BY office",
        (guild_id, to_ms(at)),
    )
    return {Office(row["office"]): _stand_in(row) for row in rows}


def stood_in(tx: Query, guild_id: GuildId, office: Office, at: datetime) -> set[PersonId]:
    """Who stood in for the office at that moment, whether they still do or not."""
    rows = tx.fetch_all(
        "SELECT person_id FROM stand_ins WHERE guild_id = ?1 AND office = ?2 AND since <= ?3"
        " AND coalesce(ended_at, until) > ?3 ORDER BY person_id",
        (guild_id, office, to_ms(at)),
    )
    return {PersonId(row["person_id"]) for row in rows}


def in_place_of(
    tx: Query, guild_id: GuildId, office: Office, opened: tuple[datetime, PersonId | None], now: datetime
) -> set[PersonId]:
    """Who has held the office since something was opened, who stands in for it now, and who opened it standing in."""
    rows = tx.fetch_all(
        "SELECT person_id FROM offices WHERE guild_id = ?1 AND office = ?2 AND (until IS NULL OR until > ?3)"
        " UNION SELECT person_id FROM stand_ins WHERE guild_id = ?1 AND office = ?2"
        " AND ((since <= ?5 AND coalesce(ended_at, until) > ?5)"
        " OR (person_id = ?4 AND since <= ?3 AND coalesce(ended_at, until) > ?3)) ORDER BY person_id",
        (guild_id, office, to_ms(opened[0]), opened[1], to_ms(now)),
    )
    return {PersonId(row["person_id"]) for row in rows}


def latest(tx: Query, guild_id: GuildId) -> list[PersonId]:
    """Whoever stood in last for each office."""
    rows = tx.fetch_all(
        "SELECT person_id FROM stand_ins s WHERE guild_id = ? AND NOT EXISTS (SELECT 1 FROM stand_ins o"
        " WHERE o.guild_id = s.guild_id AND o.office = s.office AND (o.since > s.since"
        " OR (o.since = s.since AND o.stand_in_id > s.stand_in_id))) ORDER BY office",
        (guild_id,),
    )
    return [PersonId(row["person_id"]) for row in rows]


def all_ever_held(tx: Query, guild_id: GuildId) -> set[Office]:
    """The offices that somebody has held, today or before."""
    rows = tx.fetch_all("SELECT DISTINCT office FROM offices WHERE guild_id = ?", (guild_id,))
    return {Office(row["office"]) for row in rows}


def since(tx: Query, guild_id: GuildId) -> dict[Office, datetime]:
    """Since when each office that is held has its present holder."""
    rows = tx.fetch_all(
        "SELECT office, since FROM offices WHERE guild_id = ? AND until IS NULL ORDER BY office", (guild_id,)
    )
    return {Office(row["office"]): from_ms(row["since"]) for row in rows}


def ever_held(tx: Query, guild_id: GuildId) -> bool:
    """Whether the community has ever named an officer."""
    return tx.fetch_one("SELECT 1 FROM offices WHERE guild_id = ? LIMIT 1", (guild_id,)) is not None


def titled_since(tx: Query, guild_id: GuildId) -> dict[PersonId, datetime]:
    """Since when each arbiter holds the present title."""
    rows = tx.fetch_all(
        "SELECT t.person_id, t.since FROM arbiter_titles t JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? AND t.until IS NULL",
        (guild_id,),
    )
    return {PersonId(row["person_id"]): from_ms(row["since"]) for row in rows}


def leave(tx: Tx, guild_id: GuildId, office: Office, person_id: PersonId, at: datetime) -> bool:
    """Ends the person's time in the office, which is vacant from then on; False where the person does not hold it."""
    return bool(
        tx.execute(
            "UPDATE offices SET until = ? WHERE guild_id = ? AND office = ? AND person_id = ? AND until IS NULL",
            (to_ms(at), guild_id, office, person_id),
        )
    )


def _stand_in(row: sqlite3.Row) -> StandIn:
    return StandIn(
        stand_in_id=row["stand_in_id"],
        guild_id=row["guild_id"],
        office=Office(row["office"]),
        person_id=PersonId(row["person_id"]),
        since=from_ms(row["since"]),
        until=from_ms(row["until"]),
        named_by=PersonId(row["named_by"]),
        reason=row["reason"],
    )
