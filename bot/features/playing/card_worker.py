"""Looking whether a card stands, before a step is taken that costs somebody something who did not press on it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.features.playing import outage_verbs
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, MessageId
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.kernel.panel_store import Panel
from bot.kernel.time_store import Deadline
from bot.living.creation import TROUBLE
from bot.living.transactions import UnitsOfWork

LOOK_AGAIN: Final = timedelta(minutes=1)
"""A step waits so long for the look; where Discord does not say it, it is asked again then."""
UNANSWERED_FOR: Final = timedelta(minutes=10)
"""After this time without an answer the step is taken all the same: no trouble of Discord's stops an event for good."""
PRESSES_REMEMBERED: Final = 4096

_log = logging.getLogger(__name__)


class CardWatch:
    """Knows when cards were last seen, and asks Discord for those on which a clock is about to run out.

    Looks hold up nobody: the step is put off by a row in the database, and taken at once when the answer is there.
    What is known of presses is in memory alone: after a restart a card counts as known to stand for less long, which
    costs nobody anything.
    """

    def __init__(
        self,
        units: UnitsOfWork,
        client: discord.Client,
        come_back: Callable[[Tx, Panel, datetime], None],
        is_away: Callable[[GuildId], bool],
    ) -> None:
        self._units, self._client, self._is_away = units, client, is_away
        self._come_back = come_back
        """Has a card that is gone posted anew, whose clock stands still from that moment on."""
        self._pressed: OrderedDict[MessageId, datetime] = OrderedDict()
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[tuple[Deadline, datetime]]] = {}
        """By card, the steps that wait for the look, as they were put off, and when they were due."""
        self._asked_since: dict[str, datetime] = {}
        """By card, since when Discord has been asked for it without an answer."""
        self._excused: dict[str, datetime] = {}
        """By card, when a look was tried that the bot's rights do not allow: it counts as standing."""
        self._closed = False

    def note_press(self, message_id: MessageId, at: datetime) -> None:
        """Somebody has pressed on the message, which proves that it stood at the moment."""
        self._pressed[message_id] = max(at, self._pressed.pop(message_id, at))
        if len(self._pressed) > PRESSES_REMEMBERED:
            self._pressed.popitem(last=False)

    async def post_again(self, card: Panel) -> None:
        """Discord does not have the card any more: it comes back, and its clock stands still until then.

        Of a server that is away that is not known: then the card is looked for anew once the server is back.
        """
        if self._is_away(card.guild_id):
            return
        await self._units.do(self._come_back, card, self._stood_at(card))

    async def may_take(self, deadline: Deadline) -> bool:
        """Whether the step can be taken; where its card has to be looked at first, or is gone, the step is put off."""
        if not outage_verbs.wants_look(deadline):
            return True
        card, is_gone, decides = await self._units.ask(_read, deadline)
        if is_gone:
            return not await self._units.do(outage_verbs.hold, deadline)
        ran_out_at = deadline.due_at - CLICKS_IN_FLIGHT
        if card is None or not decides or self._stood_at(card) >= ran_out_at:
            return True
        return (
            self._excuses(card, ran_out_at) or await self._goes_unseen(card) or await self._look_first(card, deadline)
        )

    async def close(self) -> None:
        """Begin no further look, and end those under way: their steps are put off in the database already."""
        self._closed = True
        looks = tuple(self._looks.values())
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    def _stood_at(self, card: Panel) -> datetime:
        return max(card.stood_at, self._pressed.get(card.message_id, card.stood_at))

    def _excuses(self, card: Panel, ran_out_at: datetime) -> bool:
        looked_at = self._excused.pop(card.panel, None)
        return looked_at is not None and looked_at >= ran_out_at

    async def _goes_unseen(self, card: Panel) -> bool:
        asked_since = self._asked_since.get(card.panel)
        if asked_since is None or self._units.clock() - asked_since < UNANSWERED_FOR:
            return False
        del self._asked_since[card.panel]
        _log.warning("Discord does not say whether the card %s stands", card.panel)
        await self._units.do(outage_verbs.note_unseen, card)
        return True

    async def _look_first(self, card: Panel, deadline: Deadline) -> bool:
        """Puts the step off and has the card looked at; False, since the step is not taken now."""
        now = self._units.clock()
        put_off = await self._units.do(outage_verbs.wait, deadline, now + LOOK_AGAIN)
        self._asked_since.setdefault(card.panel, now)
        self._waiting.setdefault(card.panel, []).append((put_off, deadline.due_at))
        if card.panel not in self._looks and not self._closed:
            look = asyncio.create_task(self._look(card), name=f"look at {card.panel}")
            self._looks[card.panel] = look
            look.add_done_callback(lambda _: self._looks.pop(card.panel, None))
        return False

    async def _look(self, card: Panel) -> None:
        try:
            answered = await self._find_out(card)
            waiting = self._waiting.pop(card.panel, [])
            if answered:
                self._asked_since.pop(card.panel, None)
                for put_off, due_at in waiting:
                    await self._units.do(outage_verbs.go_on, put_off, due_at)
        except Exception:  # noqa: BLE001 - one look that broke is told; its steps come again in a minute
            _log.exception("the card %s could not be looked at", card.panel)

    async def _find_out(self, card: Panel) -> bool:
        """Asks Discord for the card and notes what it says; False where that was no answer."""
        # The moment before the question: an answer that comes late says nothing of the time until then.
        asked_at = self._units.clock()
        channel = self._client.get_partial_messageable(card.channel_id, guild_id=card.guild_id)
        try:
            await channel.get_partial_message(card.message_id).fetch()
        except discord.NotFound:
            await self.post_again(card)
        except discord.Forbidden:
            self._excused[card.panel] = asked_at
        except TROUBLE as trouble:
            _log.warning("Discord does not say whether the card %s stands: %s", card.panel, trouble)
            return False
        else:
            await self._units.do(outage_verbs.note_seen, card, asked_at)
        return True


def _read(tx: Query, deadline: Deadline) -> tuple[Panel | None, bool, bool]:
    """The card of the step, whether it is known to be gone, and whether the step settles anything."""
    card = deadline.subject
    return kernel_panel_store.load(tx, card), outage_verbs.is_gone(tx, card), outage_verbs.decides(tx, deadline)
