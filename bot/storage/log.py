"""The append-only log: who did what, to what, why and when, in the transaction that did it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.database import Work


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `actor` is None where a rule acted by itself."""

    at: datetime
    guild_id: GuildId
    actor: PersonId | None
    act: str
    subject: str
    tournament_id: TournamentId | None
    why: str | None
    details: Mapping[str, str]


def add(
    work: Work,
    guild_id: GuildId,
    at: datetime,
    act: str,
    subject: str,
    *,
    actor: PersonId | None = None,
    tournament_id: TournamentId | None = None,
    why: str | None = None,
    details: Mapping[str, str] | None = None,
) -> None:
    """Writes one line. Details hold ids and decisions, never names."""
    work.execute(
        "INSERT INTO log (at, guild_id, actor_id, act, subject, tournament_id, why, details)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (to_ms(at), guild_id, actor, act, subject, tournament_id, why, json.dumps(details) if details else "{}"),
    )


def of_tournament(work: Work, tournament_id: TournamentId) -> list[Entry]:
    """All that happened in a tournament, oldest first."""
    rows = work.fetch_all("SELECT * FROM log WHERE tournament_id = ? ORDER BY sequence", (tournament_id,))
    return [
        Entry(
            from_ms(row["at"]),
            row["guild_id"],
            row["actor_id"],
            row["act"],
            row["subject"],
            row["tournament_id"],
            row["why"],
            json.loads(row["details"]),
        )
        for row in rows
    ]
