"""What can be on record against an entry, in one question: with most people nothing is."""

from __future__ import annotations

import json
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query
from bot.storage.identities import TIES


def any_against(tx: Query, person_id: PersonId, guild_id: GuildId, seat_in: str | None, now: datetime) -> bool:
    """Whether the person is one with somebody else, is barred now, or has a sure seat in that kind of event."""
    row = tx.fetch_one(
        f"SELECT EXISTS (SELECT 1 FROM ({TIES}) WHERE other <> one)"  # noqa: S608 - a constant
        " OR EXISTS (SELECT 1 FROM bars WHERE person_id = ?2 AND lifted_at IS NULL AND since <= ?3"
        " AND (until IS NULL OR until > ?3))"
        " OR EXISTS (SELECT 1 FROM seats WHERE guild_id = ?4 AND event = ?5 AND person_id = ?2 AND until IS NULL)"
        " AS found",
        (json.dumps([person_id]), person_id, to_ms(now), guild_id, seat_in),
    )
    return row is None or bool(row["found"])
