"""Live messages kept true: answered presses show the new state at once, and one trailing edit sets the last word."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, ParamSpec, TypeVar

import discord

from bot.i18n.catalogue import DEFAULT_LOCALE, Translator
from bot.kernel import log as kernel_log
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.faults import StorageError
from bot.kernel.ids import Actor, ChannelId, Community, GuildId, MessageId, Theme
from bot.kernel.panel_store import A_LOOK, NOT_SEEN, Panel, Waiting
from bot.layout.cards import ON_PANEL, TRACED_BY, Card, Composed, as_edit, trace_button
from bot.layout.command_names import CommandNames, draw
from bot.living import journal
from bot.living.creation import IS_ARCHIVED, MARGIN, SETTLING, TROUBLE, PostedMessage, Since, Unreadable
from bot.living.transactions import Patience, PersonalVerb, Turns, UnitsOfWork, Worker
from bot.server import store as server_store

AT_ONCE: Final = 8
"""So many panels are edited at once, beside what the notifier says."""
YOUNG: Final = timedelta(hours=1)
BETWEEN_EDITS: Final = timedelta(seconds=3)
BETWEEN_EDITS_OF_OLD: Final = timedelta(minutes=1)
LONGEST_TROUBLE: Final = timedelta(minutes=4)
"""So long at most a panel that Discord has trouble with is left as it is, whatever else wakes the keeper."""
ANSWERED_WITHIN: Final = timedelta(minutes=1)
"""So long before its last sign of life a process may have left something to show, with all that it tried again."""
MOST_DOUBTED: Final = 10_000
"""Of so many acts, in a crowd."""
TOKEN_LASTS: Final = timedelta(minutes=14)
"""An answer can be edited by its interaction's token for a quarter of an hour."""
TOO_MANY_EDITS_OF_OLD: Final = 30046
P = ParamSpec("P")
T = TypeVar("T")
Shown = tuple[Composed, Community]
"""What a panel has to show, before a language is chosen, and whose it is."""

Compose = Callable[[Query, str, datetime], tuple[Composed, GuildId] | None]
"""What a panel has to show at the moment, and in which server; None when there is nothing to show any more."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PanelContents:
    """What live messages show, and how that is noted which Discord alone knew of them."""

    compose: Compose
    repost: Callable[[Tx, str], None]
    """Promises a panel anew, as a message of its own."""
    note_opened: Callable[[Tx, ChannelId], None]
    """Notes that a thread stands open again."""
    line: str
    """The kind of panel that the public answer to a report is."""
    note_line: Callable[[Tx, GuildId, str, tuple[ChannelId, MessageId]], None]
    """Notes where that of a report stands."""
    line_mark: Callable[[Query, str], str | None]
    """What its buttons carry; None where there is no such report."""


class PanelKeeper:
    """Edits stale panels whose moment has come; `wake` has them looked for, `close` begins no further edit."""

    def __init__(
        self,
        units: UnitsOfWork,
        client: discord.Client,
        contents: PanelContents,
        names: Callable[[GuildId], Awaitable[CommandNames]],
        post_again: Callable[[Panel], Awaitable[None]],
        is_away: Callable[[GuildId], bool],
    ) -> None:
        self._units, self._contents, self._names = units, contents, names
        self._post_again, self._is_away = post_again, is_away
        self._client = client
        self._worker = Worker("stale panels", self._refresh_stale)
        self._turns: Turns[str] = Turns("stale panels", self._worker.wake)
        self._next: list[Waiting] = []
        """Whose turn comes, the last first."""
        self._patience: Patience[str] = Patience(units.clock, BETWEEN_EDITS_OF_OLD, LONGEST_TROUBLE)
        self._by_token: dict[str, tuple[datetime, discord.Message | discord.PartialMessage]] = {}
        """Answers of the last minutes, by the panel that they are, each with the end of its token."""
        self.wake = self._worker.wake

    async def close(self) -> None:
        """Begin no further edit; those under way are finished."""
        await self._worker.close()
        self._next.clear()
        await self._turns.rest()

    async def card(self, panel: str) -> Card | None:
        """What the panel has to show now, in the server's language; None when there is nothing to show any more."""
        return _render(await self._units.ask(panel_card, self._contents.compose, panel))

    async def card_at(self, panel: str, message_id: MessageId, known: Composed | None = None) -> Card | None:
        """As `card`, if that message is the panel itself; None for another one with the same button.

        `known` is what it has to show, for who has just read that.
        """
        return _render(await self._units.ask(_card_at, self._contents.compose, panel, message_id, known))

    async def act(
        self,
        actor: Actor,
        panel: str,
        message_id: MessageId,
        verb: PersonalVerb[P, T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> tuple[T, Card | None]:
        """Do a verb for the actor: its value, and what the panel shows then (`card_at`), read in its transaction."""

        def unit(tx: ActorTx) -> tuple[T, Shown | None]:
            value = verb(tx, *args, **kwargs)
            return value, _card_at(tx, self._contents.compose, panel, message_id)

        value, shown = await self._units.act(actor, unit)
        return value, _render(shown)

    async def keep_line(self, guild_id: GuildId, report_id: str, said: discord.Message) -> None:
        """Keeps the public answer to a report true; while its token lasts that costs no call of the bot's own."""
        now = self._units.clock()
        self._by_token = {panel: held for panel, held in self._by_token.items() if now < held[0]}
        self._by_token[f"{self._contents.line}:{report_id}"] = (now + TOKEN_LASTS, said)
        where = ChannelId(said.channel.id), MessageId(said.id)
        await self._units.do(self._contents.note_line, guild_id, report_id, where)

    async def _refresh_stale(self) -> bool:
        """Has as many panels edited as there is room for; one that Discord keeps waiting holds up no other."""
        while len(self._turns.brisk) < AT_ONCE and not self._worker.closed:
            if not self._next:
                self._next = (await self._units.ask(kernel_panel_store.stale, A_LOOK, self._is_held))[::-1]
            if not self._next:
                break
            panel = self._next.pop()
            if not self._is_held(panel):
                self._turns.begin(panel.panel, partial(self._keep_true, panel.panel))
        return False

    def _is_held(self, panel: Waiting) -> bool:
        return self._is_away(panel.guild_id) or panel.panel in self._turns or self._patience.rests(panel.panel)

    async def _keep_true(self, name: str) -> None:
        """Has it edited as it is to be now, which it may have been since it was looked up."""
        try:
            await self._edit_or_put_off(name)
        except StorageError:
            # When it is to be tried again could not be written down: it is once the database takes something.
            self._patience.went_well(name)
            raise

    async def _edit_or_put_off(self, name: str) -> None:
        try:
            panel = await self._units.ask(kernel_panel_store.load, name)
            if panel is not None and panel.stale_at is not None and not self._worker.closed:
                journal.mark(journal.Trace(panel.guild_id))
                await (self._find(panel) if panel.message_id == NOT_SEEN else self._refresh(panel))
        except StorageError:
            raise
        except Exception:  # noqa: BLE001 - one panel that cannot be drawn must not hold up the others
            _log.exception("panel %s could not be drawn", name)
            await self._edit_later(name, self._patience.had_trouble(name))

    async def _edit_later(self, name: str, at: datetime) -> None:
        """Leaves the panel alone until then, whoever looks meanwhile."""
        await self._units.do(_edit_later, name, self._patience.wait_until(name, at))

    async def _refresh(self, panel: Panel) -> None:
        now = self._units.clock()
        old = now - panel.posted_at > YOUNG
        not_before = panel.edited_at + (BETWEEN_EDITS_OF_OLD if old else BETWEEN_EDITS)
        if now < not_before:
            await self._edit_later(panel.panel, not_before)
            return
        card = await self.card(panel.panel)
        if card is None:
            await self._units.do(_forget, panel.panel)
            return
        try:
            await self._edit(panel, card)
        except discord.NotFound:
            await self._post_again(panel)
        except TROUBLE as refusal:
            await self._take_refusal(panel, refusal, now)
            return
        else:
            await self._units.do(_true_again, panel)
        self._patience.went_well(panel.panel)

    async def _take_refusal(self, panel: Panel, refusal: Exception, now: datetime) -> None:
        """Does what the refusal asks for; where it is trouble, the panel is left alone for a while.

        No refusal of a server that is away says anything: the panel waits until the server is back.
        """
        if self._is_away(panel.guild_id):
            return
        code = refusal.code if isinstance(refusal, discord.HTTPException) else 0
        if code == TOO_MANY_EDITS_OF_OLD:
            self._patience.went_well(panel.panel)
            await self._units.do(self._contents.repost, panel.panel)
        elif code == IS_ARCHIVED:
            self._patience.went_well(panel.panel)
            await self._in_closed_thread(panel, now)
        else:
            _log.warning("panel %s could not be edited: %s", panel.panel, refusal)
            await self._edit_later(panel.panel, self._patience.had_trouble(panel.panel))

    async def _find(self, panel: Panel) -> None:
        """Looks for a line that was said right before the process ended, or whose receipt was lost, and has it drawn.

        One that was never said is forgotten, and so is one in a channel whose history the bot may not read.
        """
        if self._units.clock() < panel.posted_at + SETTLING:
            await self._edit_later(panel.panel, panel.posted_at + SETTLING)
            return
        try:
            said = await self._look_for(panel)
        except TROUBLE as trouble:
            _log.warning("the line %s could not be looked for: %s", panel.panel, trouble)
            await self._edit_later(panel.panel, self._patience.had_trouble(panel.panel))
            return
        except Unreadable as hidden:
            _log.warning("the line %s cannot be looked for: %s", panel.panel, hidden)
            said = None
        if self._is_away(panel.guild_id):
            return
        if said is None:
            await self._units.do(_forget, panel.panel)
        else:
            await self._units.do(_note_found, panel, MessageId(said.id))

    async def _look_for(self, panel: Panel) -> discord.Message | None:
        """The line is the one message with the report's buttons that carries no trace of a promise or of a panel."""
        mark = await self._units.ask(self._contents.line_mark, panel.panel.partition(":")[2])
        if mark is None:
            return None
        from_on = discord.utils.time_snowflake(panel.posted_at - MARGIN) - 1
        until = discord.utils.time_snowflake(panel.posted_at + TOKEN_LASTS + MARGIN)
        line = PostedMessage(self._client, mark, lacks=TRACED_BY)
        return await line.find(Since(str(panel.channel_id), from_on, until))

    async def _in_closed_thread(self, panel: Panel, now: datetime) -> None:
        """Opens the thread and has the panel edited then; where the bot may not open it, the panel stays as it is."""
        try:
            thread = await self._client.fetch_channel(panel.channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
        except discord.Forbidden:
            await self._units.do(_true_again, panel)
            return
        except discord.NotFound:
            await self._post_again(panel)
            return
        await self._units.do(self._contents.note_opened, panel.channel_id)
        await self._edit_later(panel.panel, now + BETWEEN_EDITS)

    async def _edit(self, panel: Panel, card: Card) -> None:
        community = await self._units.ask(server_store.load, panel.guild_id)
        translator = Translator(DEFAULT_LOCALE if community is None else community.language)
        theme = Theme.DARK if community is None else community.theme
        message = await draw(as_edit(card), await self._names(panel.guild_id), translator, theme)
        until, said = self._by_token.get(panel.panel, (self._units.clock(), None))
        if said is None or self._units.clock() >= until:
            channel = self._client.get_partial_messageable(panel.channel_id, guild_id=panel.guild_id)
            said = channel.get_partial_message(panel.message_id)
        await said.edit(view=message.view, attachments=message.files, allowed_mentions=message.allowed_mentions)


def doubt_last_shown(tx: Tx, kinds: Collection[str]) -> None:
    """Has drawn anew, at a start, what was done right before the last process ended.

    A press is shown by its answer, which a process that was killed may never have given; nothing else draws that panel.
    """
    seen = kernel_time_store.last_seen(tx)
    if not seen:
        return
    concerned = kernel_log.concerned_since(tx, max(seen.values()) - ANSWERED_WITHIN, MOST_DOUBTED)
    for (subject, event), at in concerned.items():
        for panel in dict.fromkeys([subject, *(f"{kind}:{event}" for kind in kinds if event is not None)]):
            stands = kernel_panel_store.load(tx, panel)
            # One that was posted later shows it, and names above whom it calls, which no later edit does.
            if stands is not None and stands.posted_at < at:
                tx.touch(panel)


def panel_card(tx: Query, compose: Compose, panel: str) -> Shown | None:
    """What the panel has to show, before a language is chosen, and whose it is."""
    composed = compose(tx, panel, tx.now)
    if composed is None:
        return None
    make, guild_id = composed
    community = server_store.load(tx, guild_id)
    return None if community is None else (make, community)


def _card_at(
    tx: Query, compose: Compose, panel: str, message_id: MessageId, known: Composed | None = None
) -> Shown | None:
    community = server_store.of_panel(tx, panel, message_id)
    if community is None or known is not None:
        return None if community is None or known is None else (known, community)
    composed = compose(tx, panel, tx.now)
    return None if composed is None else (composed[0], community)


def _render(found: Shown | None) -> Card | None:
    if found is None:
        return None
    make, community = found
    translator = Translator(community.language)
    return trace_button(make(translator), ON_PANEL, translator)


def _edit_later(tx: Tx, panel: str, at: datetime) -> None:
    kernel_time_store.rewrite_deadlines(tx, f"panel:{panel}", [("refresh", at)])


def _true_again(tx: Tx, panel: Panel) -> None:
    kernel_panel_store.mark_true(tx, panel.panel, panel.stale_at or tx.now, tx.now)


def _note_found(tx: Tx, panel: Panel, message_id: MessageId) -> None:
    """Notes which message the line is, unless that is known by now, and has it drawn."""
    known = kernel_panel_store.load(tx, panel.panel)
    if known is not None and known.message_id == NOT_SEEN:
        kernel_panel_store.save(tx, replace(known, message_id=message_id))
    tx.touch(panel.panel)


def _forget(tx: Tx, panel: str) -> None:
    kernel_panel_store.forget(tx, panel)
