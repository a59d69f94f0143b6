"""Servers from which no press can come now, and of which server a step of time is."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.ids import GuildId
from bot.domain.outages import Cause
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Away:
    """A server that is away since a moment, and why."""

    guild_id: GuildId
    since: datetime
    cause: Cause


STILL: Final = "still:"
"""What stands before the subject of a thing whose standstill has a row of its own (`bot/services/stillness.py`)."""
_OF_EVENT: Final = "SELECT guild_id FROM tournaments WHERE tournament_id = ?"
_OF_MATCH: Final = "SELECT guild_id FROM contests JOIN tournaments USING (tournament_id) WHERE contest_id = ?"
_OF_SERVER: Final = "SELECT guild_id FROM guilds WHERE guild_id = CAST(? AS BIGINT)"
SERVER_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("tournament", "letters", "pause", "arena", "ladder", "match-rounds", "absences", "rules"), _OF_EVENT
    ),
    **dict.fromkeys(
        ("contest", "adjournment", "line-ups", "match-time", "match-thread", "proofs", "series"), _OF_MATCH
    ),
    "case": "SELECT guild_id FROM absence_cases JOIN tournaments USING (tournament_id) WHERE case_id = ?",
    "ceremony": "SELECT guild_id FROM ceremonies JOIN tournaments USING (tournament_id) WHERE ceremony_id = ?",
    "circuit": "SELECT guild_id FROM circuits WHERE circuit_id = ?",
    "decisions": _OF_SERVER,
    "draft": "SELECT guild_id FROM drafts WHERE draft_id = ?",
    "event-proposal": "SELECT guild_id FROM event_proposals WHERE proposal_id = ?",
    "exam": "SELECT guild_id FROM people WHERE person_id = ?",
    "file": "SELECT guild_id FROM case_files WHERE file_id = ?",
    "founding": _OF_SERVER,
    "jeek": "SELECT guild_id FROM jeek_games WHERE game_id = ?",
    "mirror": _OF_SERVER,
    "own-act": "SELECT guild_id FROM own_acts WHERE act_id = ?",
    "seats": "SELECT guild_id FROM seat_rounds WHERE round_id = ?",
    "signature": "SELECT guild_id FROM signatures WHERE signature_id = ?",
    "staff": _OF_SERVER,
    "vote": "SELECT guild_id FROM votes WHERE vote_id = ?",
}
"""How the server of a step is found, by what the subject of its deadline is. Other steps are of no server."""


def server_of(tx: Query, subject: str) -> GuildId | None:
    """The server that the subject of a deadline belongs to; None where it belongs to none."""
    kind, _, thing = subject.removeprefix(STILL).partition(":")
    # "staff:SERVER.EVENT" and "rules:EVENT.NUMBER" say behind the point what of it they are about.
    row = tx.fetch_one(SERVER_OF[kind], (thing.partition(".")[0],)) if kind in SERVER_OF else None
    return None if row is None else GuildId(row["guild_id"])


def note(tx: Tx, away: Away) -> bool:
    """Notes that the server is away; False for a server of which nothing is on record, so that nothing waits."""
    return bool(
        tx.execute(
            "INSERT INTO servers_away (guild_id, since, cause) SELECT guild_id, ?, ? FROM guilds WHERE guild_id = ?"
            " ON CONFLICT (guild_id) DO UPDATE SET since = excluded.since, cause = excluded.cause",
            (to_ms(away.since), away.cause, away.guild_id),
        )
    )


def load(tx: Query, guild_id: GuildId) -> Away | None:
    """Since when the server is away, and why; None where it is not."""
    row = tx.fetch_one("SELECT guild_id, since, cause FROM servers_away WHERE guild_id = ?", (guild_id,))
    return None if row is None else _away(row)


def every(tx: Query) -> list[Away]:
    """All servers that are away, in a fixed order."""
    rows = tx.fetch_all("SELECT guild_id, since, cause FROM servers_away ORDER BY guild_id")
    return [_away(row) for row in rows]


def forget(tx: Tx, guild_id: GuildId) -> Away | None:
    """Takes the server off the list; answers what was noted, or None."""
    found = load(tx, guild_id)
    tx.execute("DELETE FROM servers_away WHERE guild_id = ?", (guild_id,))
    return found


def _away(row: sqlite3.Row) -> Away:
    return Away(row["guild_id"], from_ms(row["since"]), Cause(row["cause"]))
