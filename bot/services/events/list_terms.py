"""The numbers of a server's rating list that its events take (AIJE-B02-2)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId
from bot.domain.rating_terms import STARTING, RatingTerms, in_force
from bot.storage import rating_terms
from bot.storage.context import Query


def present(tx: Query, guild_id: GuildId) -> RatingTerms:
    """What an event that is created now takes."""
    latest = rating_terms.latest(tx, guild_id)
    return STARTING if latest is None else latest.terms


def at(tx: Query, guild_id: GuildId, moment: datetime | None) -> RatingTerms:
    """What held at the moment; without one, what was the first to hold."""
    dated = rating_terms.every(tx, guild_id)
    if moment is None:
        return dated[0].terms if dated else STARTING
    return in_force(dated, moment)
