"""Keeping a server within what it may keep: a verb that makes one more asks here first, in its own transaction.

Who takes some of the last tenth reads it below the answer, and `/doctor` says it to who runs the server.
"""

from __future__ import annotations

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import GuildId, TournamentId
from bot.server import bounds_store
from bot.server.bounds_model import BOUNDS, OF_AN_EVENT, Bounded, Room, ServerFull, ServerNearlyFull


def room_for(tx: Query, key: GuildId | TournamentId, what: Bounded) -> Room:
    """How much room there is; the key is the server's, or the event's for what is counted of an event."""
    bound = BOUNDS[what]
    since = 0 if bound.within is None else to_ms(tx.now - bound.within)
    kept = bounds_store.count(tx, what, key, since, bound.most)
    return Room(what, bound.most - kept, bound)


def refuse_beyond(tx: Query, key: GuildId | TournamentId, what: Bounded, more: int = 1) -> Room:
    """Raises ServerFull where so many more do not fit; answers the room before them."""
    room = room_for(tx, key, what)
    if more > room.left:
        raise ServerFull(what=what, limit=room.bound.most, way_out=room.bound.way_out)
    return room


def take_room(tx: Tx, key: GuildId | TournamentId, what: Bounded, more: int = 1) -> None:
    """As `refuse_beyond`, for what is made now: who makes it reads when there is little room after it."""
    room = refuse_beyond(tx, key, what, more)
    left = Room(what, room.left - more, room.bound)
    if more and left.is_scarce:
        told = ServerNearlyFull(what=what, left=left.left, limit=left.bound.most, way_out=left.bound.way_out)
        tx.remark(told)


def scarce_in(tx: Query, guild_id: GuildId) -> tuple[Room, ...]:
    """All of which the server has little room left, or none, the fullest first."""
    found = (room_for(tx, guild_id, what) for what in Bounded if what not in OF_AN_EVENT)
    return tuple(sorted((room for room in found if room.is_scarce), key=lambda room: room.left / room.bound.most))
