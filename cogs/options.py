"""Options of commands: each says what it takes and what is suggested for it, and comes through the door resolved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from discord import app_commands

from cogs.answering import Interaction
from cogs.press import Choices, Press
from cogs.subjects import Takes

S = TypeVar("S")
Reading = Callable[[Press, str], Awaitable[S]]


def taking(takes: Takes[S]) -> Reading[S]:
    """An option that carries a subject, as a press does."""

    async def read(press: Press, typed: str) -> S:
        return await press.meant(takes, typed)

    return read


class Option(app_commands.Transformer, Generic[S]):
    """An option of a command: what was chosen from the suggestions, or typed past them, becomes what it means."""

    def __init__(self, read: Reading[S], suggestions: Callable[[Interaction, str], Awaitable[Choices]]) -> None:
        self.read = read
        self._suggestions = suggestions

    async def transform(self, interaction: Interaction, value: str, /) -> S:  # type: ignore[override]
        """What is meant; raises a UserError where that is malformed, gone, or another server's."""
        return await self.read(Press(interaction), value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:  # type: ignore[override]
        """What can be chosen."""
        return await self._suggestions(interaction, value)
