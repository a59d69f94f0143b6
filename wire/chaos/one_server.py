"""A look at the database of one bot in several servers, in which only one of them is to be seen.

Each statement of the verdict is written for a database with one server in it. Here views stand before the tables, so
that it finds nothing of the neighbours.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

_EVENTS: Final = "tournament_id IN (SELECT tournament_id FROM main.tournaments WHERE guild_id = {server})"
_MATCHES: Final = f"contest_id IN (SELECT contest_id FROM main.contests WHERE {_EVENTS})"
_OF: Final = {
    **dict.fromkeys(
        ("guilds", "rulebooks", "tournaments", "people", "accounts", "bars", "matters", "outbox", "log", "panels"),
        "guild_id = {server}",
    ),
    **dict.fromkeys(("contests", "entrants", "draws", "absence_cases"), _EVENTS),
    **dict.fromkeys(("contest_sides", "results", "reports"), _MATCHES),
    # An outage of a server, of its connection, or of all: by Discord's own formula, whatever the bot makes of it.
    "outages": "guild_id = {server} OR (guild_id IS NULL AND (shards IS NULL OR ({server} >> 22) % shards = shard))",
}


def connect(file: Path, server: int | None) -> sqlite3.Connection:
    """A connection that only reads, and sees the one server alone; None: everything that is there."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5)
    for table, kept in _OF.items() if server is not None else ():
        connection.execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE {kept.format(server=server)}")
    return connection
