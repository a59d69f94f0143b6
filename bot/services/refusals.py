"""What the bot could not say: set aside with its reason, and told to the organisers where the bot can still write."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.announcements import OUR_FAULT, Promise, Target, ToChannel, ToMatch, ToMember, ToPlace, says
from bot.domain.community import Community, Place
from bot.domain.events.sayings import TournamentAnnounced
from bot.domain.ids import ChannelId, GuildId
from bot.domain.own_sayings import CannotWork
from bot.domain.playing.sayings import StaffCalled
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.sayings import Saying
from bot.services import summons
from bot.services.speaking import promise as make_promise
from bot.storage import communities, outbox
from bot.storage.context import Query, Tx

QUIET_FOR: Final = timedelta(minutes=10)
"""Every message to a broken channel is set aside; that it is broken is said once in this time."""
_ELSEWHERE = (Place.COMMITTEE, Place.ANNOUNCEMENTS, Place.MATCHES, Place.RECORD)
_OPEN_TO_ALL: Final = (ToPlace(Place.MATCHES), ToPlace(Place.ANNOUNCEMENTS))


def park(
    tx: Tx,
    promise: Promise[Saying],
    refusal: str,
    *,
    may_speak: bool = False,
    is_shut: bool = False,
) -> None:
    """Sets the promise aside, so that the queue goes on, and says so in another channel.

    `may_speak`: the bot was not refused to speak there, only to read what it may have said; it may then say so there.
    `is_shut`: nothing can be said there, be the channel gone or the right to write. A card that comes back comes back
    elsewhere then, since people have to press on it.

    A direct message that cannot be delivered is noted only: what it says is also in a channel.
    """
    if not outbox.park(tx, promise.outbox_id, refusal[:500]):
        return
    if is_shut and promise.saying.again:
        _post_elsewhere(tx, promise)
    told = CannotWork(promise.outbox_id, promise.name, refusal[:300], _where(tx, promise))
    details = {"saying": told.saying, "refusal": told.refusal, "where": told.where}
    tx.log(promise.guild_id, "cannot_say", promise.outbox_id, details=details)
    if says(promise, StaffCalled):
        summons.write(tx, promise.guild_id, promise.saying)
    if not isinstance(promise.saying, CannotWork) and not isinstance(promise.target, ToMember):
        _complain(tx, promise, told, may_speak=may_speak)


def _complain(tx: Tx, promise: Promise[Saying], told: CannotWork, *, may_speak: bool) -> None:
    """Says in another channel that the bot cannot speak, and calls who can mend it; once in `QUIET_FOR`."""
    if outbox.has_complained(tx, promise.guild_id, told.where, tx.now - QUIET_FOR):
        return
    place = _another_place(tx, promise, may_speak=may_speak)
    if place is not None:
        make_promise(tx, promise.guild_id, place, told)
    if told.refusal != OUR_FAULT and not says(promise, StaffCalled):
        matter = Matter(MatterKind.CANNOT_SPEAK, _subject(promise.guild_id), None)
        summons.call(tx, promise.guild_id, matter)


def tell(tx: Tx, guild_id: GuildId, told: Saying, *, but_in: ChannelId) -> None:
    """Tells who runs the server's events of trouble in the channel, in any other one."""
    community = communities.load(tx, guild_id)
    place = None if community is None else _first_place(community, but_in)
    if place is not None:
        make_promise(tx, guild_id, place, told)


def _post_elsewhere(tx: Tx, promise: Promise[Saying]) -> None:
    """Posts a card of the matches in the announcements, an announcement among the matches; from there it never moves.

    What stands among the committee's matters stays there.
    """
    community = communities.load(tx, promise.guild_id)
    other = Place.MATCHES if isinstance(promise.saying, TournamentAnnounced) else Place.ANNOUNCEMENTS
    is_open = isinstance(promise.target, ToMatch) or promise.target in _OPEN_TO_ALL
    if community is None or not is_open or promise.target == ToPlace(other):
        return
    if community.channel(other) not in {None, _refused_channel(promise.target, community)}:
        outbox.note_moot(tx, promise.outbox_id)
        make_promise(tx, promise.guild_id, other, promise.saying)


def _where(tx: Query, promise: Promise[Saying]) -> str:
    """What was refused, as the log names it: the channel, or the server's calendar."""
    if promise.saying.IN_CALENDAR:
        return promise.name
    community = communities.load(tx, promise.guild_id)
    return str(None if community is None else _refused_channel(promise.target, community))


def _subject(guild_id: GuildId) -> str:
    return f"guild:{guild_id}"


def try_again(tx: Tx, guild_id: GuildId) -> int:
    """Takes up again all that was set aside in a server, as after a channel was repaired; answers how many."""
    summons.settle(tx, _subject(guild_id), MatterKind.CANNOT_SPEAK)
    return outbox.unpark(tx, guild_id)


def _another_place(tx: Query, promise: Promise[Saying], *, may_speak: bool) -> Place | None:
    community = communities.load(tx, promise.guild_id)
    if community is None:
        return None
    return _first_place(community, None if may_speak else _refused_channel(promise.target, community))


def _first_place(community: Community, refused: ChannelId | None) -> Place | None:
    there = ((place, community.channel(place)) for place in _ELSEWHERE)
    return next((place for place, channel in there if channel is not None and channel != refused), None)


def _refused_channel(target: Target, community: Community) -> ChannelId | None:
    match target:
        case ToPlace(place):
            return community.channel(place)
        case ToChannel(channel_id):
            return channel_id
        case ToMatch():
            return community.matches
        case ToMember():
            return None
