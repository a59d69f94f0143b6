"""The thread of each match: made once, found again after a crash, closed once the result stands, opened at need."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.features.match_threads import verbs as match_threads_verbs
from bot.features.match_threads.cards import thread_name
from bot.features.match_threads.model import ThreadPlan, ThreadRefusal, ThreadTended
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel.context import Tx
from bot.kernel.ids import ContestId
from bot.kernel.promises import Message, Promise, ToMatch
from bot.living.creation import IS_ARCHIVED, Maker, ThreadToMake
from bot.living.transactions import UnitsOfWork
from bot.people.model import Person

TOO_MANY_THREADS: Final = 160006
"""A server has at most a thousand open threads."""
UNKNOWN_CHANNEL: Final = 10003
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CannotHave(Exception):
    """The match goes without a thread."""

    why: ThreadRefusal


class ThreadKeeper:
    """Has the thread of a match be what it has to be, before anything is said in it and when it is looked after."""

    def __init__(self, units: UnitsOfWork, client: discord.Client, maker: Maker) -> None:
        self._units = units
        self._client = client
        self._maker = maker

    async def room(
        self, contest_id: ContestId, channel: discord.abc.Messageable, translator: Translator
    ) -> discord.abc.Messageable:
        """Where the match is talked of: its thread, opened or made now, or the channel where none can be had."""
        plan = await self._plan(contest_id)
        if plan is None or plan.known.refused is not None:
            return channel
        try:
            thread = await self._standing(plan)
            if thread is None:
                # Discord takes few new threads of a channel at a time: one waits for the other.
                async with self._maker.alone(f"threads:{getattr(channel, 'id', 0)}"):
                    return await self._make(await self._plan(contest_id) or plan, channel, translator)
            if plan.known.closed_at is not None or thread.archived or thread.locked:
                await self._open(thread)
            await self._let_in(plan, thread)
        except CannotHave as refused:
            await self._units.do(match_threads_verbs.note_refused, plan.known, refused.why)
            return channel
        return thread

    async def keep(self, promise: Promise[ThreadTended]) -> None:
        """Has the match's thread looked after, as it was promised."""
        await self.tend(promise.message.contest_id)
        await self._units.do(_mark_kept, promise)

    async def tend(self, contest_id: ContestId) -> None:
        """Opens or closes the thread, and lets in who is missing; where none stands there is nothing to do."""
        plan = await self._plan(contest_id)
        thread = None if plan is None else await self._standing(plan)
        if plan is None or thread is None:
            return
        if plan.is_open:
            # Where the bot may not, the next word of the match is said in the channel.
            with suppress(CannotHave):
                if plan.known.closed_at is not None:
                    await self._open(thread)
                await self._let_in(plan, thread)
        elif plan.known.closed_at is None:
            await self._close(thread)
            await self._units.do(match_threads_verbs.note_closed, contest_id)

    async def goes_elsewhere(self, promise: Promise[Message], trouble: discord.HTTPException) -> bool:
        """Whether what Discord has refused in a match's thread is to be said anew, in another or in the channel."""
        if not isinstance(promise.target, ToMatch):
            return False
        plan = await self._plan(promise.target.contest_id)
        if plan is None or plan.known.thread_id is None:
            return False
        if trouble.code == UNKNOWN_CHANNEL:
            await self._units.do(match_threads_verbs.note_gone, plan.known.thread_id)
        elif trouble.code == IS_ARCHIVED and plan.known.closed_at is None:
            await self._units.do(match_threads_verbs.note_closed, promise.target.contest_id)
        else:
            why = ThreadRefusal.RIGHTS if isinstance(trouble, discord.Forbidden) else ThreadRefusal.OTHER
            await self._units.do(match_threads_verbs.note_refused, plan.known, why)
        await self._units.do(match_threads_verbs.put_back, promise)
        return True

    async def _plan(self, contest_id: ContestId) -> ThreadPlan | None:
        return await self._units.ask(match_threads_verbs.plan, contest_id)

    async def _standing(self, plan: ThreadPlan) -> discord.Thread | None:
        """The thread as Discord has it; that it is gone is noted."""
        known = plan.known.thread_id
        if known is None:
            return None
        try:
            found = self._client.get_channel(known) or await self._client.fetch_channel(known)
        except discord.NotFound:
            await self._units.do(match_threads_verbs.note_gone, known)
            return None
        return found if isinstance(found, discord.Thread) else None

    async def _make(
        self, plan: ThreadPlan, channel: discord.abc.Messageable, translator: Translator
    ) -> discord.abc.Messageable:
        if plan.known.refused is not None:
            return channel
        if not isinstance(channel, discord.TextChannel):
            raise CannotHave(ThreadRefusal.CHANNEL)
        kind = _kind(plan, channel)
        _refuse_without_rights(kind, channel)
        own_id = self._client.user.id if self._client.user else 0
        thread = ThreadToMake(channel, own_id, thread_name(plan, translator), kind, self._is_on_record)

        def note(tx: Tx, opened: discord.Thread) -> discord.Thread:
            # Into a thread that everybody reads the card's own mentions bring its players.
            match_threads_verbs.note_made(tx, plan.known, opened.id, [one.person_id for one in plan.missing])
            return opened

        furnish = partial(self._bring_in, plan) if plan.is_private else None
        try:
            return await self._maker.once(
                match_threads_verbs.thread_subject(plan.known.contest_id), thread, note, furnish
            )
        except discord.HTTPException as trouble:
            raise _as_refusal(trouble) from trouble

    async def _let_in(self, plan: ThreadPlan, thread: discord.Thread) -> None:
        """Brings in who has come to the match since: a new arbiter, a new member of a team."""
        if plan.missing:
            await self._bring_in(plan, thread)
            inside = [one.person_id for one in plan.missing]
            await self._units.do(match_threads_verbs.note_inside, plan.known.contest_id, inside)

    async def _bring_in(self, plan: ThreadPlan, thread: discord.Thread) -> None:
        for person in plan.missing:
            await self._add(plan, thread, person)

    @staticmethod
    async def _add(plan: ThreadPlan, thread: discord.Thread, person: Person) -> None:
        """Lets the person in, unless they have left the server; no player is called where they could not read it."""
        try:
            await thread.add_user(discord.Object(person.discord_id or 0))
        except discord.NotFound:
            _log.info("%s is not in the server of %s any more", person.discord_id, thread)
        except discord.Forbidden as refused:
            if plan.is_private and person.person_id != plan.arbiter:
                with suppress(discord.HTTPException):
                    await thread.edit(archived=True)
                raise CannotHave(ThreadRefusal.RIGHTS) from refused

    async def _open(self, thread: discord.Thread) -> None:
        try:
            await thread.edit(archived=False, locked=False)
        except discord.Forbidden as refused:
            raise CannotHave(ThreadRefusal.RIGHTS) from refused
        await self._units.do(match_threads_verbs.note_opened, thread.id)

    @staticmethod
    async def _close(thread: discord.Thread) -> None:
        """Closes it for good where the bot may; where it may not even close it, Discord does so after a week."""
        me: discord.Member | None = thread.guild.me
        locks = me is not None and thread.permissions_for(me).manage_threads
        with suppress(discord.Forbidden, discord.NotFound):
            if locks:
                await thread.edit(archived=True, locked=True)
            else:
                await thread.edit(archived=True)

    async def _is_on_record(self, thread_id: int) -> bool:
        return await self._units.ask(match_threads_verbs.is_thread, thread_id)


def _mark_kept(tx: Tx, promise: Promise[ThreadTended]) -> None:
    outbox.mark_kept(tx, promise.outbox_id, tx.now)


def _kind(plan: ThreadPlan, channel: discord.TextChannel) -> discord.ChannelType:
    """A channel of news has threads of its own kind, and no private ones."""
    if channel.is_news():
        if plan.is_private:
            raise CannotHave(ThreadRefusal.CHANNEL)
        return discord.ChannelType.news_thread
    return discord.ChannelType.private_thread if plan.is_private else discord.ChannelType.public_thread


def _refuse_without_rights(kind: discord.ChannelType, channel: discord.TextChannel) -> None:
    """Spares the call where Discord's answer is known."""
    me: discord.Member | None = channel.guild.me
    if me is None:
        return
    held = channel.permissions_for(me)
    private = kind is discord.ChannelType.private_thread
    may_create = held.create_private_threads if private else held.create_public_threads
    if not (may_create and held.send_messages_in_threads):
        raise CannotHave(ThreadRefusal.RIGHTS)


def _as_refusal(trouble: discord.HTTPException) -> Exception:
    """Why there is no thread; what passes by itself, or is the channel's own trouble, stays what it is."""
    if isinstance(trouble, discord.Forbidden):
        return CannotHave(ThreadRefusal.RIGHTS)
    if trouble.code == TOO_MANY_THREADS:
        return CannotHave(ThreadRefusal.TOO_MANY)
    return CannotHave(ThreadRefusal.OTHER) if trouble.status == 400 else trouble
