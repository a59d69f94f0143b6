"""The arbiters on duty as the calling of matches needs them: each question is asked once for all of them."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.domain.events.calling import OnDuty
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.storage.codec import from_ms
from bot.storage.context import Query

_WAITS_SINCE: Final = (
    "max(d.since, coalesce((SELECT max(r.settled_at) FROM contests c JOIN results r USING (contest_id)"
    " JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = d.person_id AND t.guild_id = d.guild_id), 0))"
)
_OPEN_MATCHES: Final = (
    "(SELECT count(*) FROM contests c JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = d.person_id"
    " AND c.voided_at IS NULL AND t.guild_id = d.guild_id AND t.drawn_at IS NOT NULL AND t.ended_at IS NULL"
    " AND t.cancelled_at IS NULL AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
    " AND r.superseded_at IS NULL))"
)
_ON_DUTY: Final = f"d.person_id, {_WAITS_SINCE} AS waits_since, {_OPEN_MATCHES} AS open_matches"


def arbiters(tx: Query, guild_id: GuildId) -> tuple[OnDuty, ...]:
    """Everybody on duty in the server, longest first, with the matches they follow in all its running events."""
    rows = tx.fetch_all(
        f"SELECT {_ON_DUTY} FROM duty d WHERE d.guild_id = ? AND d.until IS NULL"  # noqa: S608 - a constant
        " ORDER BY d.since, d.person_id",
        (guild_id,),
    )
    return tuple(map(_on_duty, rows))


def with_titles(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> list[tuple[OnDuty, ArbiterTitle | None]]:
    """Those of them who hold an arbiter title and were not relieved of their duty in the event, each with the title.

    Where nobody in the server holds one, everybody on duty.
    """
    rows = tx.fetch_all(
        f"SELECT {_ON_DUTY}, a.title FROM duty d"  # noqa: S608 - a constant
        " LEFT JOIN arbiter_titles a ON a.person_id = d.person_id AND a.until IS NULL"
        " WHERE d.guild_id = ? AND d.until IS NULL AND (a.title IS NOT NULL OR NOT EXISTS"
        " (SELECT 1 FROM people p JOIN arbiter_titles t ON t.person_id = p.person_id AND t.until IS NULL"
        " WHERE p.guild_id = d.guild_id)) AND NOT EXISTS"
        " (SELECT 1 FROM reliefs f WHERE f.tournament_id = ? AND f.person_id = d.person_id)"
        " ORDER BY d.since, d.person_id",
        (guild_id, tournament_id),
    )
    return [(_on_duty(row), ArbiterTitle(row["title"]) if row["title"] else None) for row in rows]


def who_entered(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> list[PersonId]:
    """Those on duty who have or had an entry of their own in the event, longest on duty first."""
    rows = tx.fetch_all(
        "SELECT d.person_id FROM duty d JOIN entrants e ON e.person_id = d.person_id AND e.tournament_id = ?"
        " WHERE d.guild_id = ? AND d.until IS NULL ORDER BY d.since, d.person_id",
        (tournament_id, guild_id),
    )
    return [PersonId(row["person_id"]) for row in rows]


def _on_duty(row: sqlite3.Row) -> OnDuty:
    return OnDuty(PersonId(row["person_id"]), from_ms(row["waits_since"]), row["open_matches"])
