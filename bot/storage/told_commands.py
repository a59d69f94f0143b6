"""Which commands Discord was told of, in every server and in one alone, and under which numbers it knows them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.ids import GuildId
from bot.domain.setup_views import CommandsRefused
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx

EVERYWHERE = GuildId(0)
"""In the place of a server: the commands of all of them."""


@dataclass(frozen=True, slots=True)
class CommandSet:
    """What Discord knows of one server's own commands, or of those of all servers."""

    digest: str = ""
    ids: Mapping[str, int] = field(default_factory=dict)
    """Discord's number of each command, by its first word."""
    told_at: datetime | None = None
    refused: CommandsRefused | None = None
    refused_at: datetime | None = None


def every(tx: Query) -> dict[GuildId, CommandSet]:
    """What was told, by server; under `EVERYWHERE` what was told of all of them."""
    return {row["scope"]: _command_set(row) for row in tx.fetch_all("SELECT * FROM told_commands ORDER BY scope")}


def among(tx: Query, scopes: Collection[GuildId]) -> dict[GuildId, CommandSet]:
    """As `every`, of those alone."""
    rows = tx.fetch_all(
        "SELECT * FROM told_commands WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY scope",
        (json.dumps(list(scopes)),),
    )
    return {row["scope"]: _command_set(row) for row in rows}


def of_server(tx: Query, guild_id: GuildId) -> CommandSet:
    """What was told of the server's own commands."""
    row = tx.fetch_one("SELECT * FROM told_commands WHERE scope = ?", (guild_id,))
    return CommandSet() if row is None else _command_set(row)


def note(tx: Tx, scope: GuildId, digest: str, ids: Mapping[str, int], at: datetime) -> None:
    """Discord knows them now, under these numbers."""
    tx.execute(
        "INSERT INTO told_commands (scope, digest, ids, told_at) VALUES (?, ?, ?, ?) ON CONFLICT (scope) DO UPDATE SET"
        " digest = excluded.digest, ids = excluded.ids, told_at = excluded.told_at, refused_at = NULL,"
        " refused_for = NULL",
        (scope, digest, json.dumps(ids, sort_keys=True), to_ms(at)),
    )


def note_refusal(tx: Tx, scope: GuildId, refused: CommandsRefused, at: datetime) -> None:
    """Discord did not take them; what it was told before stands."""
    tx.execute(
        "INSERT INTO told_commands (scope, refused_at, refused_for) VALUES (?, ?, ?) ON CONFLICT (scope) DO UPDATE SET"
        " refused_at = excluded.refused_at, refused_for = excluded.refused_for",
        (scope, to_ms(at), refused),
    )


def forget_refusal(tx: Tx, scope: GuildId) -> None:
    """Discord is asked anew, as if it had not refused."""
    tx.execute("UPDATE told_commands SET refused_at = NULL, refused_for = NULL WHERE scope = ?", (scope,))


def _command_set(row: sqlite3.Row) -> CommandSet:
    return CommandSet(
        digest=row["digest"],
        ids=json.loads(row["ids"]),
        told_at=from_ms_or_none(row["told_at"]),
        refused=None if row["refused_for"] is None else CommandsRefused(row["refused_for"]),
        refused_at=None if row["refused_at"] is None else from_ms(row["refused_at"]),
    )
