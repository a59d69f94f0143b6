"""How far an association is: its founding, in which lists bring ratings and titles, lasts or is over (AIJE-B01)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.founding import OPEN_FOR, REOPEN_FOR
from bot.domain.ids import GuildId
from bot.domain.outages import extend
from bot.domain.permissions import Office
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.storage import decided_here, foundings, offices, outages, people, tournaments
from bot.storage.context import Query


def is_open(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether lists still bring ratings, titles, offices and bars at the moment."""
    closing = closes_at(tx, guild_id)
    return closing is None or at < closing


def closes_at(tx: Query, guild_id: GuildId) -> datetime | None:
    """When lists bring no more of them; None while no end has begun."""
    found = foundings.load(tx, guild_id)
    if found is None:
        return None
    due = found.ends_from + OPEN_FOR
    return extend(found.ends_from, due, outages.since(tx, guild_id, found.ends_from), REOPEN_FOR)


def gives_titles_by_procedure(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether titles go by AIJE-B01 alone: in a founded association that has an officer left."""
    named = offices.all_ever_held(tx, guild_id)
    return named.issuperset(Office) and bool(people.offices(tx, guild_id)) and not is_open(tx, guild_id, at)


def decides_title_by_match(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether a match alone says who is champion of the world: once founded, and from the first match here on."""
    if not is_open(tx, guild_id, at) or decided_here.first_title_match(tx, guild_id) is not None:
        return True
    drawn = (one for one in tournaments.all_unfinished(tx, guild_id) if one.drawn_at is not None)
    return any(seats_of(one.rulebook) is QualifyingEvent.WORLD for one in drawn)


def is_association(tx: Query, guild_id: GuildId) -> bool:
    """Whether there is one whose ratings, seats and titles could move: officers, arbiters, or people it brought."""
    return (
        offices.ever_held(tx, guild_id) or bool(people.arbiters(tx, guild_id)) or foundings.rests_on_list(tx, guild_id)
    )
