"""Answering presses on a live message: with its new state when the press stands alone, with a word only in a crowd.

Answers that race arrive in any order, so in a crowd none of them carries the panel, and one edit afterwards does.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import discord

from bot.domain.ids import MessageId
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.services import panels as panels_service
from cogs.answering import Interaction, acknowledge, answer, update, voice_of

if TYPE_CHECKING:
    from bot.house import Verb

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
_in_flight: Counter[str] = Counter()
_crowded: set[str] = set()


async def press(
    interaction: Interaction, panel: str, act: Callable[[], Awaitable[Card]], *, private: bool = True
) -> None:
    """Does the act and answers with its card; the panel is brought up to date in the cheapest true way.

    The answer is for the person alone unless it is not `private`.
    """
    async with _counted(interaction, panel) as key:
        told = await act()
        alone = key not in _crowded and interaction.message is not None
        card = await interaction.client.panels.card_at(panel, _message_id(interaction)) if alone else None
        await _answer(interaction, panel, told, card, crowded=key in _crowded, private=private)


async def press_verb(
    interaction: Interaction,
    panel: str,
    told: Callable[[T, Voice], Card | None],
    verb: Verb[P, T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """As `press`, where one verb is all there is to do: the panel is read in its transaction, which spares a wait.

    Where `told` has no card, the panel's new state is the whole answer.
    """
    async with _counted(interaction, panel) as key:
        if key in _crowded or interaction.message is None:
            value, card = await interaction.client.house.do(verb, *args, **kwargs), None
        else:
            value, card = await interaction.client.panels.do(panel, _message_id(interaction), verb, *args, **kwargs)
        await _answer(interaction, panel, told(value, voice_of(interaction)), card, crowded=key in _crowded)


@asynccontextmanager
async def _counted(interaction: Interaction, panel: str) -> AsyncIterator[str]:
    """Counts who presses at the same time; after a crowd the panel is edited once."""
    key = f"{id(interaction.client)}:{panel}"
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
                await interaction.client.house.do(panels_service.mark_stale, panel)


async def _answer(
    interaction: Interaction, panel: str, told: Card | None, card: Card | None, *, crowded: bool, private: bool = True
) -> None:
    shown = card is not None and not crowded and await _updated(interaction, card)
    try:
        if told is not None:
            await answer(interaction, told, private=private)
        elif not shown:
            await acknowledge(interaction, thinking=False)
    finally:
        # What was done stands, even where nobody could be answered any more: the others read it on the panel.
        if not shown and not crowded:
            await interaction.client.house.do(panels_service.mark_stale, panel)


async def _updated(interaction: Interaction, card: Card) -> bool:
    """Whether the answer has shown the panel's new state; not so when the message is gone, or Discord in trouble."""
    try:
        await update(interaction, card)
    except discord.HTTPException as refusal:
        _log.warning("a panel could not be shown by the answer to its press: %s", refusal)
        return False
    return True


def _message_id(interaction: Interaction) -> MessageId:
    return MessageId(interaction.message.id if interaction.message else 0)
