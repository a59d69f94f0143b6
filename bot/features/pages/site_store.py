"""What the pages of a site hang on: from ids that were written to the events, people and servers behind them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from bot.kernel.context import Query
from bot.kernel.ids import GuildId, PersonId, TournamentId


class EventBehind(NamedTuple):
    """An event that something hangs on, and whether it is over."""

    tournament_id: TournamentId
    guild_id: GuildId
    is_over: bool


def events_behind(tx: Query, ids: Collection[str]) -> list[EventBehind]:
    """The events that these are, or that these matches, entries and people are in."""
    rows = tx.fetch_all(
        "WITH named (one) AS (SELECT value FROM json_each(?)),"
        " entries (entrant_id) AS (SELECT entrant_id FROM entrants WHERE entrant_id IN (SELECT one FROM named)"
        " UNION SELECT entrant_id FROM entrants WHERE person_id IN (SELECT one FROM named)"
        " UNION SELECT entrant_id FROM team_members WHERE person_id IN (SELECT one FROM named))"
        " SELECT tournament_id, guild_id, ended_at, cancelled_at FROM tournaments WHERE tournament_id IN"
        " (SELECT one FROM named"
        " UNION SELECT tournament_id FROM contests WHERE contest_id IN (SELECT one FROM named)"
        " UNION SELECT tournament_id FROM entrants WHERE entrant_id IN (SELECT entrant_id FROM entries))"
        " ORDER BY tournament_id",
        (json.dumps(list(ids)),),
    )
    return [
        EventBehind(
            TournamentId(row["tournament_id"]),
            GuildId(row["guild_id"]),
            row["ended_at"] is not None or row["cancelled_at"] is not None,
        )
        for row in rows
    ]


def people_among(tx: Query, ids: Collection[str]) -> list[PersonId]:
    """Those of the ids that are people's."""
    rows = tx.fetch_all(
        "SELECT person_id FROM people WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
        (json.dumps(list(ids)),),
    )
    return [PersonId(row["person_id"]) for row in rows]


def pages_of_people_in(tx: Query, tournament_ids: Collection[TournamentId]) -> list[str]:
    """The keys of the own pages of everybody who is in these events."""
    rows = tx.fetch_all(
        "WITH entries (entrant_id, person_id) AS (SELECT entrant_id, person_id FROM entrants"
        " WHERE tournament_id IN (SELECT value FROM json_each(?)))"
        " SELECT page_id FROM page_people WHERE page_id > '' AND person_id IN (SELECT person_id FROM entries"
        " UNION SELECT t.person_id FROM team_members t JOIN entries e ON e.entrant_id = t.entrant_id)"
        " ORDER BY page_id",
        (json.dumps(list(tournament_ids)),),
    )
    return [str(row["page_id"]) for row in rows]


def own_pages(tx: Query, guild_id: GuildId) -> list[str]:
    """The keys of the own pages of the server's people."""
    rows = tx.fetch_all(
        "SELECT c.page_id FROM page_people c JOIN people p ON p.person_id = c.person_id"
        " WHERE c.page_id > '' AND p.guild_id = ? ORDER BY c.page_id",
        (guild_id,),
    )
    return [str(row["page_id"]) for row in rows]


def pages_among(tx: Query, keys: Collection[str]) -> list[str]:
    """Those of the keys behind which there is somebody's own page."""
    rows = tx.fetch_all(
        "SELECT page_id FROM page_people WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id",
        (json.dumps(list(keys)),),
    )
    return [str(row["page_id"]) for row in rows]
