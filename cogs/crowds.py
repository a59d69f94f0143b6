"""Answering presses on a live message: with its new state when the press stands alone, with a word only in a crowd.

Answers that race arrive in any order, so in a crowd none of them carries the panel, and one edit afterwards does.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import discord

from bot.domain.playing.match_views import MatchView, Reported
from bot.i18n import Voice
from bot.making.requests import TROUBLE
from bot.notices.notice import Composed
from bot.rendering.layout import Card
from bot.rendering.playing import match_card, match_notes
from bot.services.playing import reporting
from cogs.press import Press

if TYPE_CHECKING:
    from bot.units_of_work import PersonalVerb

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
_in_flight: Counter[str] = Counter()
_crowded: set[str] = set()


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """What a press is answered with, and what its panel has to show after it, made of what the verb has read."""

    card: Card
    panel: Composed
    report_id: str | None = None
    """Of the report for whose answer the card asks, everybody seeing it, until it is given."""


def of_match(view: MatchView, card: Card) -> LiveAnswer:
    """The answer to a press on the card of a match, which the verb has left as in the view."""
    return LiveAnswer(card, lambda voice: match_card.card(view, voice))


async def take_report(
    press: Press, verb: PersonalVerb[P, Reported], /, *args: P.args, **kwargs: P.kwargs
) -> LiveAnswer:
    """Has a score told; the answer asks the other side, unless nothing is left to be asked.

    Where it will stand is noted in the verb's transaction: a crash right after it is said leaves no line behind that
    asks for ever.
    """
    taken = await press.do(reporting.tell_in_public, verb, press.place[0], *args, **kwargs)
    answer = of_match(taken.view, match_notes.report_notice(taken, press.server_voice))
    return replace(answer, report_id=reporting.asked_about(taken))


async def live(
    press: Press, panel: str, act: Callable[[], Awaitable[Card | LiveAnswer]], *, private: bool = True
) -> None:
    """Does the act and answers with its card; the panel is brought up to date in the cheapest true way.

    What it has to show is read for it, unless the act says it. The answer is for the person alone unless it is not
    `private`.
    """
    async with _counting(press, panel) as key:
        told = await act()
        answer, known = (told.card, told.panel) if isinstance(told, LiveAnswer) else (told, None)
        alone = key not in _crowded and press.is_on_message
        card = await press.panels.card_at(panel, press.place[1], known) if alone else None
        said = await _answer(press, panel, answer, card, crowded=key in _crowded, private=private)
        if isinstance(told, LiveAnswer) and told.report_id is not None and said is not None:
            await press.panels.keep_line(press.guild_id, told.report_id, said)


async def live_verb(
    press: Press,
    panel: str,
    told: Callable[[T, Voice], Card | None],
    verb: PersonalVerb[P, T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """As `live`, where one verb is all there is to do: the panel is read in its transaction, which spares a wait.

    Where `told` has no card, the panel's new state is the whole answer.
    """
    async with _counting(press, panel) as key:
        if key in _crowded or not press.is_on_message:
            value, card = await press.do(verb, *args, **kwargs), None
        else:
            value, card = await press.panels.act(press.presser, panel, press.place[1], verb, *args, **kwargs)
        await _answer(press, panel, told(value, press.voice), card, crowded=key in _crowded)


@asynccontextmanager
async def _counting(press: Press, panel: str) -> AsyncIterator[str]:
    """Counts who presses at the same time; after a crowd the panel is edited once."""
    key = f"{id(press.panels)}:{panel}"
    _in_flight[key] += 1
    if _in_flight[key] > 1:
        _crowded.add(key)
    try:
        yield key
    finally:
        _in_flight[key] -= 1
        if not _in_flight[key]:
            del _in_flight[key]
            if key in _crowded:
                _crowded.discard(key)
                await press.stale(panel)


async def _answer(
    press: Press, panel: str, told: Card | None, card: Card | None, *, crowded: bool, private: bool = True
) -> discord.Message | None:
    """Shows both; returns the message of the answer where there is one of its own."""
    shown = card is not None and not crowded and await _update(press, card)
    try:
        if told is not None:
            return await press.answer(told, private=private)
        if not shown:
            await press.acknowledge(thinking=False)
        return None
    finally:
        # What was done stands, even where nobody could be answered any more: the others read it on the panel.
        if not shown and not crowded:
            await press.stale(panel)


async def _update(press: Press, card: Card) -> bool:
    """Whether the answer has shown the panel's new state; not so when the message is gone, or Discord in trouble."""
    try:
        await press.update(card)
    except TROUBLE as refusal:
        _log.warning("a panel could not be shown by the answer to its press: %r", refusal)
        return False
    return True
