"""Options of commands: what each takes, what is suggested for it, and what it means when it comes through the door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import wraps
from itertools import islice
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

import discord
from discord import app_commands

from bot.domain.ids import MemberId
from bot.errors import BotIsNobody, UserError
from bot.rendering.text import plain
from cogs.answering import Interaction
from cogs.audience import Sees
from cogs.press import Press
from cogs.takes import Takes, among

S = TypeVar("S")
Reading = Callable[[Press, str], Awaitable[S]]
Pairs = Iterable[tuple[str, str]]
"""What can be chosen: the name that is shown, and the value behind it."""
Choices = list[app_commands.Choice[str]]
Suggested = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MOST_SUGGESTIONS: Final = 25
LONGEST_NAME: Final = 100
"""What Discord shows of suggestions."""


def suggests(sees: Sees) -> Callable[[Callable[[Press], Awaitable[Pairs]]], Suggested]:
    """Makes a list of suggestions of all that can be chosen: what fits the letters typed so far is offered."""

    def behind(handler: Callable[[Press], Awaitable[Pairs]]) -> Suggested:
        @wraps(handler)
        async def fitting(press: Press, typed: str) -> Pairs:
            wanted = typed.casefold()
            return ((name, value) for name, value in await handler(press) if wanted in name.casefold())

        return finds(sees)(fitting)

    return behind


def finds(sees: Sees) -> Callable[[Callable[[Press, str], Awaitable[Pairs]]], Suggested]:
    """As `suggests`, where the handler itself looks for what fits the letters typed.

    It comes through the door as a press does; what cannot be meant offers nothing.
    """

    def behind(handler: Callable[[Press, str], Awaitable[Pairs]]) -> Suggested:
        @wraps(handler)
        async def call(interaction: Interaction, typed: str) -> Choices:
            press = Press(interaction)
            try:
                await press.admit(sees)
                found = islice(await handler(press, typed), MOST_SUGGESTIONS)
                return [app_commands.Choice(name=plain(name, LONGEST_NAME), value=value) for name, value in found]
            except UserError:
                return []

        setattr(call, "sees", sees)  # noqa: B010 - no type knows the attribute
        return call

    return behind


def taking(takes: Takes[S]) -> Reading[S]:
    """An option that carries a subject, as a press does."""

    async def read(press: Press, typed: str) -> S:
        return await press.read_subject(takes, typed)

    return read


async def as_typed(_: Press, typed: str) -> str:
    """An option that is whatever was typed."""
    return typed


class Option(app_commands.Transformer, Generic[S]):
    """An option of a command: what was chosen from the suggestions, or typed past them, becomes what it means."""

    def __init__(self, read: Reading[S], suggestions: Suggested) -> None:
        self.read = read
        self._suggestions = suggestions

    async def transform(self, interaction: Interaction, value: str, /) -> S:  # type: ignore[override]
        """What is meant; raises a UserError where that is malformed, gone, or another server's."""
        return await self.read(Press(interaction), value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:  # type: ignore[override]
        """Suggests what can be chosen."""
        return await self._suggestions(interaction, value)


class OneOf(app_commands.Transformer, Generic[S]):
    """An option with choices that Discord shows: each by the key of its name, and what it means."""

    def __init__(self, choices: Mapping[str, tuple[str, S]]) -> None:
        self._choices = [app_commands.Choice(name=key, value=value) for value, (key, _) in choices.items()]
        self._takes = among({value: meant for value, (_, meant) in choices.items()})

    @property
    def choices(self) -> Choices:  # type: ignore[override]
        """The choices as Discord shows them."""
        return self._choices

    async def transform(self, interaction: Interaction, value: str, /) -> S:  # type: ignore[override]
        """What is meant; raises Outdated where that is none of them."""
        return await Press(interaction).read_subject(self._takes, value)


class Known(NamedTuple):
    """A member by the name that the server knows."""

    member_id: MemberId
    name: str


def known_member(member: discord.Member | discord.User) -> Known:
    """Whom services take for a member; raises BotIsNobody, for a bot is no person, whatever it is named for."""
    if member.bot:
        raise BotIsNobody
    return Known(MemberId(member.id), member.display_name)


class _Member(app_commands.Transformer):
    def __init__(self, *, may_have_left: bool = False) -> None:
        self._may_have_left = may_have_left

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.user

    async def transform(self, by: Interaction, value: discord.Member | discord.User, /) -> Known:  # type: ignore[override]
        if not (self._may_have_left or isinstance(value, discord.Member)):
            raise app_commands.TransformerError(value, self.type, self)
        by.client.faces.note(by.guild, value)
        return known_member(value)


Member = Annotated[Known, _Member()]
"""A member of the server whom somebody chose."""
Account = Annotated[Known, _Member(may_have_left=True)]
"""Whoever has an account of Discord, in the server or not."""
