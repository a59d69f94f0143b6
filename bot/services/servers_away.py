"""Servers that Discord has taken away, or that have removed the bot: their steps wait, and come back with them."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId
from bot.domain.outages import Cause, Outage
from bot.services import heartbeat, refusals
from bot.storage import deadlines, servers_away
from bot.storage.context import Tx
from bot.storage.servers_away import Away


def lose(tx: Tx, away: Away) -> bool:
    """Notes that no press of the server can come in; False for one of which nothing is on record.

    Of a server that is away already only a removal is news: what Discord had taken away until then ends there, so that
    the removal counts as one (`outages.clock_stops`).
    """
    known = servers_away.load(tx, away.guild_id)
    if known is not None and (away.cause is not Cause.REMOVED or known.cause is Cause.REMOVED):
        return True
    if known is not None:
        _record_outage(tx, known, away.since)
    return servers_away.note(tx, away)


def come_back(tx: Tx, guild_id: GuildId, at: datetime) -> Outage | None:
    """Presses of the server come in again: what was lost is on record before any of its steps is taken.

    What Discord did not take meanwhile is said now.
    """
    away = servers_away.forget(tx, guild_id)
    if away is None:
        return None
    outage = _record_outage(tx, away, at)
    deadlines.release(tx, guild_id)
    refusals.try_again(tx, guild_id)
    return outage


def _record_outage(tx: Tx, away: Away, until: datetime) -> Outage | None:
    """Puts on record how long the server was away; None where that was too short to be one."""
    if until - away.since < heartbeat.SHORTEST:
        return None
    return heartbeat.record(tx, Outage(away.since, until, away.cause, away.guild_id))
