"""Servers and what `/setup` decided of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from bot.domain.community import Community, Theme
from bot.domain.ids import GuildId, MessageId
from bot.domain.switches import Switch
from bot.storage.codec import from_ms_or_none, to_ms_or_none
from bot.storage.context import Query, Tx


def load(tx: Query, guild_id: GuildId) -> Community | None:
    """The community of a server, or None when it was never set up."""
    row = tx.fetch_one("SELECT * FROM guilds WHERE guild_id = ?", (guild_id,))
    return None if row is None else _community(row)


def of_panel(tx: Query, panel: str, message_id: MessageId) -> Community | None:
    """The community of the server in which that message is the panel; None for any other message."""
    row = tx.fetch_one(
        "SELECT g.* FROM panels p JOIN guilds g USING (guild_id) WHERE p.panel = ? AND p.message_id = ?",
        (panel, message_id),
    )
    return None if row is None else _community(row)


def every(tx: Query) -> list[Community]:
    """All communities that the bot serves."""
    return [_community(row) for row in tx.fetch_all("SELECT * FROM guilds ORDER BY guild_id")]


def busy(tx: Query) -> frozenset[GuildId]:
    """The servers in which an event is neither over nor called off, or a vote is open."""
    # Each list is asked for in the order of an index of what is open, or an index of all would serve as well.
    events = tx.fetch_all(
        "SELECT guild_id FROM tournaments WHERE ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id"
    )
    votes = tx.fetch_all("SELECT guild_id FROM votes WHERE closed_at IS NULL ORDER BY closes_at, vote_id")
    return frozenset(GuildId(row["guild_id"]) for row in (*events, *votes))


def among(tx: Query, some: Collection[GuildId]) -> list[Community]:
    """The communities of those servers; one that was never set up is simply missing."""
    rows = tx.fetch_all(
        "SELECT * FROM guilds WHERE guild_id IN (SELECT value FROM json_each(?)) ORDER BY guild_id",
        (json.dumps(list(some)),),
    )
    return [_community(row) for row in rows]


def save(tx: Tx, community: Community) -> None:
    """Writes the community's settings as they are now."""
    tx.wake("commands")
    tx.execute(
        "INSERT INTO guilds (guild_id, owner_id, language, time_zone, announcements_channel, matches_channel,"
        " committee_channel, record_channel, organiser_role, set_up_at, switches, zone_guessed, theme)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET owner_id = excluded.owner_id, language = excluded.language,"
        " time_zone = excluded.time_zone, announcements_channel = excluded.announcements_channel,"
        " matches_channel = excluded.matches_channel, committee_channel = excluded.committee_channel,"
        " record_channel = excluded.record_channel, organiser_role = excluded.organiser_role,"
        " set_up_at = excluded.set_up_at, switches = excluded.switches,"
        " zone_guessed = excluded.zone_guessed, theme = excluded.theme",
        (
            community.guild_id,
            community.owner_id,
            community.language,
            community.time_zone,
            community.announcements,
            community.matches,
            community.committee,
            community.record,
            community.organiser_role,
            to_ms_or_none(community.set_up_at),
            " ".join(sorted(community.switches)),
            int(community.zone_guessed),
            community.theme,
        ),
    )


def _community(row: sqlite3.Row) -> Community:
    return Community(
        guild_id=row["guild_id"],
        owner_id=row["owner_id"],
        language=row["language"],
        time_zone=row["time_zone"],
        announcements=row["announcements_channel"],
        matches=row["matches_channel"],
        committee=row["committee_channel"],
        record=row["record_channel"],
        organiser_role=row["organiser_role"],
        set_up_at=from_ms_or_none(row["set_up_at"]),
        switches=frozenset(Switch(one) for one in row["switches"].split()),
        zone_guessed=bool(row["zone_guessed"]),
        theme=Theme(row["theme"]),
    )
