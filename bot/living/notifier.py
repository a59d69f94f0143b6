"""From the outbox to Discord: each promise is kept once, in order, channel by channel, and marked as kept last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Protocol

import discord

from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.faults import StorageError
from bot.kernel.ids import ChannelId, Community, ContestId, GuildId, MessageId, Place
from bot.kernel.outbox import Lane
from bot.kernel.promises import OUR_FAULT, Delivery, Message, Promise, ToChannel, ToMatch, ToMember, Unread, says
from bot.layout.cards import Card, Composed, Notice, ShowsFaces, first_message, trace_button
from bot.layout.command_names import CommandNames, draw
from bot.living.avatars import FOR_A_POST, AvatarCache
from bot.living.creation import TROUBLE, Maker, MessageToMake, PostedMessage, TooSoon, Unreadable, channel_in
from bot.living.transactions import Patience, UnitsOfWork, Worker
from bot.people import store as people_store
from bot.server import store as server_store
from bot.server.speaking_verbs import call_the_rest

RETRY_AFTER: Final = timedelta(seconds=20)
"""For what could not be written down; what Discord had trouble with waits by `bot/living/transactions.py`."""
FINISH_WITHIN: Final = timedelta(seconds=3)
"""For the messages under way when the bot ends; what is said of one that was cut off is found out at the next start."""
_FINAL: Final = frozenset({400, 403, 404})
"""How Discord says that it will never take a message as it is."""
_SHUT: Final = frozenset({403, 404})
"""How it says that nothing can be said in that channel."""
_log = logging.getLogger(__name__)


class Undeliverable(Exception):
    """Discord will never take this message: a channel that is gone, a right that is missing, a closed inbox."""


class Keeping(Protocol):
    """How promises of a kind are kept that are no message."""

    async def keep(self, promise: Promise[Any]) -> None:
        """Has Discord be as it was promised, and marks the promise as kept."""


class OwnRoom(Protocol):
    """A thread of its own in which messages of a kind are said."""

    async def room(
        self, promise: Promise[Any], parent: discord.abc.Messageable, translator: Translator
    ) -> discord.abc.Messageable:
        """The thread, made now under the channel if there is none."""

    async def recorded_thread(self, promise: Promise[Any]) -> discord.abc.Messageable | None:
        """The thread where it is on record."""


class MatchRooms(Protocol):
    """Where matches are talked of."""

    async def room(
        self, contest_id: ContestId, channel: discord.abc.Messageable, translator: Translator
    ) -> discord.abc.Messageable:
        """The thread of the match, or the channel where none can be had."""

    async def goes_elsewhere(self, promise: Promise[Message], trouble: discord.HTTPException) -> bool:
        """Whether what Discord has refused there is to be said anew, in another thread or in the channel."""


class StaffCalls(Protocol):
    """Who of the staff hears of a message."""

    async def look(self, promise: Promise[Message]) -> None:
        """Has on record whom the message can reach, before it is made."""

    async def call(self, promise: Promise[Message], card: Card, translator: Translator) -> Card:
        """The card with the calls that its kind declares."""


class Parking(Protocol):
    """Sets a promise aside, with why."""

    def __call__(
        self, tx: Tx, promise: Promise[Message], refusal: str, *, may_speak: bool = False, is_shut: bool = False
    ) -> None:
        """See `bot/features/tournaments/summons_verbs.py`."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How promises are kept, kind by kind, and what follows."""

    notices: Mapping[type[Message], Notice]
    shown: Mapping[type[Message], ShowsFaces]
    """Whose faces are fetched before the message is made."""
    ways: Mapping[type[Message], Keeping]
    """Of what is no message."""
    rooms: Mapping[type[Message], OwnRoom]
    """Of what is said in a thread of its own."""
    things: Mapping[type[Message], Callable[[Promise[Any]], str]]
    """By what name attempts at what is made beside the message, or in its place, are noted."""
    matches: MatchRooms
    staff: StaffCalls
    note_delivery: Callable[[Tx, Delivery], None]
    park: Parking


class Notifier:
    """Keeps promises, lane by lane; exists as tasks only while there are any.

    A lane that Discord keeps waiting, be it for an hour, holds up no other; one in trouble is left alone for a while,
    whoever wakes the notifier meanwhile. The lanes of a server that is away are held, and let go once it is back.
    """

    def __init__(
        self,
        units: UnitsOfWork,
        client: discord.Client,
        maker: Maker,
        speech: Speech,
        names: Callable[[GuildId], Awaitable[CommandNames]],
        album: AvatarCache,
        is_away: Callable[[GuildId], bool],
    ) -> None:
        self._units, self._names, self._album, self._is_away = units, names, album, is_away
        self._client = client
        self._maker, self._speech = maker, speech
        self._worker = Worker("promises", self._look)
        self._lanes: dict[Lane, Worker] = {}
        self._patience: Patience[Lane] = Patience(units.clock)
        self.wake = self._worker.wake
        self._resting: asyncio.Task[None] | None = None
        self._unsure = True
        """Whether a promise may have been begun whose end is not on record, as after a crash."""

    async def close(self) -> None:
        """Begin no further message; the ones under way are finished, if Discord takes them soon."""
        workers = (self._worker, *self._lanes.values())
        for worker in workers:
            worker.closed = True
        if self._resting is not None:
            self._resting.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN.total_seconds()):
                await asyncio.gather(*(worker.rest() for worker in workers))

    def let_go(self, guild_id: GuildId) -> None:
        """The server is back: all that waited for it is said now."""
        self._patience.let_go(lambda lane: lane.guild_id == guild_id)
        self.wake()

    def _is_held(self, lane: Lane) -> bool:
        return self._is_away(lane.guild_id) or self._patience.rests(lane)

    async def _look(self) -> bool:
        """Sets going every lane in which something waits."""
        if self._unsure:
            await self._recover()
        self._lanes = {lane: worker for lane, worker in self._lanes.items() if worker.at_work}
        for lane in await self._units.ask(outbox.lanes):
            if self._is_held(lane):
                continue
            self._lanes.setdefault(lane, Worker("promises", partial(self._keep_first, lane))).wake()
        return False

    async def _recover(self) -> None:
        """Puts back what was cut off: whether it was said is looked up before it is said again.

        In a lane that is at work nobody can tell what is cut off from what is being said: it is looked at later.
        """
        self._unsure = False
        at_work = {lane for lane, worker in self._lanes.items() if worker.at_work}
        try:
            await self._units.do(_take_up, at_work, self._attempts)
        except StorageError as trouble:
            _log.warning("what was cut off cannot be taken up now: %s", trouble)
            self._look_again_later()
        if at_work:
            self._look_again_later()

    async def _keep_first(self, lane: Lane) -> bool:
        """Keeps the oldest promise of the lane; False when there is none, or Discord has trouble and all must wait."""
        if self._is_held(lane):
            return False
        promise = await self._units.ask(outbox.first_in, lane)
        if promise is None or self._worker.closed:
            return False
        try:
            well = await self._keep(promise, lane)
        except Exception:
            # It could not be written down, as on a full disk; what was said is looked up before anything is said again.
            self._patience.went_well(lane)
            self._look_again_later()
            raise
        if well:
            self._patience.went_well(lane)
        return well

    def _look_again_later(self) -> None:
        self._unsure = True
        if self._resting is None or self._resting.done():
            self._resting = asyncio.create_task(self._rest())

    async def _rest(self) -> None:
        await asyncio.sleep(RETRY_AFTER.total_seconds())
        self.wake()

    async def _keep(self, promise: Promise[Message], lane: Lane) -> bool:
        try:
            await self._say(promise)
        except Unreadable as hidden:
            await self._park(promise, str(hidden), may_speak=hidden.may_speak)
        except TooSoon as doubt:
            await self._units.do(_try_later, promise, self._patience.wait_until(lane, doubt.until))
            return False
        except Undeliverable as refusal:
            await self._park(promise, str(refusal), is_shut=True)
        except TROUBLE as trouble:
            if (
                isinstance(trouble, discord.HTTPException)
                and trouble.status in _FINAL
                and not await self._is_shut_out(promise, trouble)
            ):
                await self._take_refusal(promise, trouble)
                return True
            _log.warning("Discord did not take %s: %s", promise.name, trouble)
            await self._units.do(_try_later, promise, self._patience.had_trouble(lane))
            return False
        except StorageError:
            # Whether it was said is not on record now; it must be neither forgotten nor said twice.
            raise
        except Exception:  # noqa: BLE001 - one message that cannot be made must not hold up the others
            _log.exception("the message %s of %s could not be made", promise.name, promise.subject)
            await self._units.do(self._speech.park, promise, OUR_FAULT)
        return True

    async def _is_shut_out(self, promise: Promise[Message], refusal: discord.HTTPException) -> bool:
        """Whether the server has removed the bot, of which Discord's other connection tells a moment later."""
        if refusal.status not in _SHUT or isinstance(promise.target, ToMember):
            return False
        try:
            await self._client.fetch_guild(promise.guild_id, with_counts=False)
        except discord.HTTPException as of_server:
            return of_server.status in _SHUT
        return False

    async def _take_refusal(self, promise: Promise[Message], refusal: discord.HTTPException) -> None:
        """Says it elsewhere, or sets it aside."""
        if self._is_away(promise.guild_id) or not await self._speech.matches.goes_elsewhere(promise, refusal):
            await self._park(promise, str(refusal), is_shut=refusal.status in _SHUT)

    async def _park(
        self, promise: Promise[Message], refusal: str, *, may_speak: bool = False, is_shut: bool = False
    ) -> None:
        """Sets aside what Discord refuses for good; of a server that is away no refusal says that."""
        if self._is_away(promise.guild_id):
            await self._units.do(_put_back, promise)
        else:
            await self._units.do(self._speech.park, promise, refusal, may_speak=may_speak, is_shut=is_shut)

    async def _say(self, promise: Promise[Message]) -> None:
        if says(promise, Unread):
            _log.warning("the message %s of %s does not say what its kind has to say", promise.name, promise.subject)
            raise Undeliverable(OUR_FAULT)
        if await self._keep_otherwise(promise):
            return
        stands = await self._said_before(promise)
        if stands is not None:
            await self._units.do(self._speech.note_delivery, _delivery(promise, stands))
            return
        await self._fetch_faces(promise)
        await self._speech.staff.look(promise)
        found = await self._units.ask(_compose, promise, self._speech.notices)
        if found is None:
            await self._units.do(_moot, promise)
            return
        composed, translator, community = found
        names = await self._names(promise.guild_id)
        if isinstance(promise.target, ToMember):
            names = names.in_letters()
        card = await self._call(promise, composed(translator), translator)
        content = await draw(trace_button(card, promise.outbox_id, translator), names, translator, community.theme)
        where = await self._room(promise, community, translator)
        message = MessageToMake(self._client, promise.outbox_id, where, content)
        sent = await self._maker.make(promise.outbox_id, message, partial(_begin, promise=promise))
        if sent is not None:
            await self._units.do(self._speech.note_delivery, _delivery(promise, sent))

    async def _call(self, promise: Promise[Message], card: Card, translator: Translator) -> Card:
        """The card with the calls that its kind declares; who does not fit into it is called by messages after it."""
        card, left = first_message(await self._speech.staff.call(promise, card, translator))
        if left:
            await self._units.do(call_the_rest, promise, left)
        return card

    async def _keep_otherwise(self, promise: Promise[Message]) -> bool:
        """Keeps what is no message; False for what is one."""
        way = self._speech.ways.get(type(promise.message))
        if way is None:
            return False
        await way.keep(promise)
        return True

    def _attempts(self, promise: Promise[Message]) -> Sequence[str]:
        """By what names attempts at what the promise makes are noted."""
        kind = type(promise.message)
        name = self._speech.things.get(kind)
        things = [] if name is None else [name(promise)]
        return things if kind in self._speech.ways else [*things, promise.outbox_id]

    async def _fetch_faces(self, promise: Promise[Message]) -> None:
        """Has the faces of those whom the message shows on record; none is waited for longer than a moment."""
        shown = self._speech.shown.get(type(promise.message))
        if shown is not None:
            some = await self._units.ask(shown, promise)
            await self._album.prepare(promise.guild_id, some, FOR_A_POST)

    async def _said_before(self, promise: Promise[Message]) -> discord.Message | None:
        """The message, where an attempt whose end is not known has said it; raises Unreadable."""
        tried = await self._units.ask(outbox.of, promise.outbox_id)
        if tried is None:
            return None
        where = None if tried.sign else await self._spoken_in(promise)
        return await self._maker.look(promise.outbox_id, PostedMessage(self._client, promise.outbox_id, where))

    async def _room(
        self, promise: Promise[Message], community: Community, translator: Translator
    ) -> discord.abc.Messageable:
        """Where the promise is kept: its channel, or a thread under it."""
        channel = await self._channel(promise, community)
        own = self._speech.rooms.get(type(promise.message))
        if own is not None:
            return await own.room(promise, channel, translator)
        if isinstance(promise.target, ToMatch):
            return await self._speech.matches.room(promise.target.contest_id, channel, translator)
        return channel

    async def _channel(self, promise: Promise[Message], community: Community) -> discord.abc.Messageable:
        target = promise.target
        if isinstance(target, ToMember):
            return await self._client.create_dm(discord.Object(target.member_id))
        if isinstance(target, ToChannel):
            channel_id: ChannelId | None = target.channel_id
        else:
            place = Place.MATCHES if isinstance(target, ToMatch) else target.place
            channel_id = channel_of(promise.message, place, community)
        if channel_id is None:
            raise Undeliverable("no channel")
        channel = channel_in(self._client, promise.guild_id, channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.abc.Messageable):
            raise Undeliverable("not a channel for messages")
        return channel

    async def _spoken_in(self, promise: Promise[Message]) -> discord.abc.Messageable | None:
        """Where the promise can have been kept by an older version, which did not note it; None where nowhere yet."""
        community = await self._units.ask(server_store.load, promise.guild_id)
        if community is None:
            return None
        with suppress(discord.NotFound, discord.Forbidden, Undeliverable):
            own = self._speech.rooms.get(type(promise.message))
            if own is not None:
                return await own.recorded_thread(promise)
            return await self._channel(promise, community)
        return None


def _delivery(promise: Promise[Message], said: discord.Message) -> Delivery:
    return Delivery(promise.outbox_id, ChannelId(said.channel.id), MessageId(said.id), said.created_at)


def channel_of(message: Message, place: Place, community: Community) -> ChannelId | None:
    """The place's channel; what is public anyway may stand among the announcements, the committee's matters never."""
    channel_id = community.channel(place)
    if channel_id is None and place is Place.COMMITTEE:
        return community.matches if message.STANDS_WITH_MATCHES else None
    return channel_id or community.announcements


def _compose(
    tx: Query, promise: Promise[Message], notices: Mapping[type[Message], Notice]
) -> tuple[Composed, Translator, Community] | None:
    community = server_store.load(tx, promise.guild_id)
    if community is None:
        return None
    composed = notices[type(promise.message)](tx, promise)
    return None if composed is None else (composed, Translator(_language(tx, promise, community)), community)


def _language(tx: Query, promise: Promise[Message], community: Community) -> str:
    """A direct message speaks its reader's language, everything else the server's."""
    if promise.message.spoken_in is not None:
        return promise.message.spoken_in
    if isinstance(promise.target, ToMember):
        person = people_store.of_member(tx, promise.guild_id, promise.target.member_id)
        if person is not None and person.language is not None:
            return person.language
    return community.language


def _begin(tx: Tx, promise: Promise[Message]) -> bool:
    return outbox.mark_sending(tx, promise.outbox_id)


def _moot(tx: Tx, promise: Promise[Message]) -> None:
    outbox.settle_attempt(tx, promise.outbox_id)
    outbox.park(tx, promise.outbox_id, "moot")


def _take_up(tx: Tx, at_work: Collection[Lane], attempts_at: Callable[[Promise[Message]], Sequence[str]]) -> None:
    for promise in outbox.interrupted_promises(tx):
        if outbox.lane_of(promise) not in at_work:
            _doubt(tx, promise, attempts_at(promise))
            outbox.mark_waiting(tx, promise.outbox_id)


def _doubt(tx: Tx, promise: Promise[Message], names: Sequence[str]) -> None:
    """Notes the attempts where an older version did not: then one may have been made at any time since the promise."""
    for what in names:
        if outbox.of(tx, what) is None:
            outbox.begin_attempt(tx, what, "", promise.promised_at)


def _put_back(tx: Tx, promise: Promise[Message]) -> None:
    outbox.put_back(tx, promise.outbox_id)


def _try_later(tx: Tx, promise: Promise[Message], at: datetime) -> None:
    """Puts the promise back and asks to be woken; the row keeps its place, so that order holds."""
    outbox.put_back(tx, promise.outbox_id)
    kernel_time_store.rewrite_deadlines(tx, f"outbox:{promise.outbox_id}", [("retry", at)])
