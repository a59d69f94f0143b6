"""Answering presses on a live message: with its new state when the press stands alone, with a word only in a crowd.

Answers that race arrive in any order, so in a crowd none of them carries the panel, and one edit afterwards does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

from bot.rendering.layout import Card
from bot.services import panels as panels_service
from cogs.answering import Interaction, answer, update

_in_flight: Counter[str] = Counter()
_crowded: set[str] = set()


async def press(interaction: Interaction, panel: str, act: Callable[[], Awaitable[Card]]) -> None:
    """Does the act and answers the person with its card; the panel is brought up to date in the cheapest true way."""
    key = f"{id(interaction.client)}:{panel}"
    _in_flight[key] += 1
    if _in_flight[key] > 1:
        _crowded.add(key)
    try:
        told = await act()
        await _answer(interaction, panel, told, crowded=key in _crowded)
    finally:
        _in_flight[key] -= 1
        if not _in_flight[key]:
            del _in_flight[key]
            if key in _crowded:
                _crowded.discard(key)
                await interaction.client.house.do(panels_service.mark_stale, panel)


async def _answer(interaction: Interaction, panel: str, told: Card, *, crowded: bool) -> None:
    on_panel = interaction.message is not None and await _is_panel(interaction, panel)
    card = None if crowded or not on_panel else await interaction.client.panels.card(panel)
    if card is None:
        await answer(interaction, told)
        if not crowded:
            await interaction.client.house.do(panels_service.mark_stale, panel)
        return
    await update(interaction, card)
    await answer(interaction, told)


async def _is_panel(interaction: Interaction, panel: str) -> bool:
    """Whether the message that was pressed is the panel itself, and not another one with the same button."""
    where = await interaction.client.house.ask(panels_service.where, panel)
    return where is not None and interaction.message is not None and where.message_id == interaction.message.id
