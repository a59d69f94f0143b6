"""Commands: each is declared by its words and whom it is for; its texts are found in the catalogues by the words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import signature
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.command_keeper import INSTEAD, SWITCH
from bot.i18n.commands import key_of
from bot.rendering.layout import Card
from cogs.answering import Interaction
from cogs.audience import Sees
from cogs.offers import EVERYBODY, OFFERS
from cogs.press import Press

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Card | None]])
AnyCommand = app_commands.Command[Any, ..., Any]
DECLARED: Final[dict[str, list[tuple[str, AnyCommand]]]] = {}
"""The commands of each module by their words, in the order in which they stand there."""
MENUS: Final[dict[str, list[app_commands.ContextMenu]]] = {}
"""The entries of Discord's menus of a person and of a message, by the module that declares them."""


def command(words: str, sees: Sees, *, public: bool = False) -> Callable[[Handler], Handler]:
    """Declares `/words`, a command or one of a group; the card that its handler returns is the answer.

    The handler's parameters behind the press are its options. The answer is for the person alone unless it is `public`.
    """

    def register(handler: Handler) -> Handler:
        @wraps(handler)
        async def call(interaction: Interaction, *args: Any, **kwargs: Any) -> None:
            press = Press(interaction)
            await press.admit(sees)
            card = await handler(press, *args, **kwargs)
            if card is not None:
                await press.answer(card, private=not public)

        # discord.py reads the types of the options in the module of the function that it is given, which is this one.
        setattr(call, "__signature__", signature(handler, eval_str=True))  # noqa: B010 - no type knows the attribute
        setattr(call, "sees", sees)  # noqa: B010 - no type knows the attribute
        made: AnyCommand = app_commands.Command(
            name=words.rsplit(maxsplit=1)[-1], description=key_of(words), callback=call
        )
        DECLARED.setdefault(handler.__module__, []).append((words, made))
        return handler

    return register


def offer(tree: app_commands.CommandTree[Any]) -> None:
    """Writes down on each command of the tree where and to whom it is offered."""
    for one in tree.get_commands():
        found = OFFERS.get(one.name, EVERYBODY)
        one.extras[SWITCH], one.extras[INSTEAD] = found.switch, found.instead
        one.default_permissions = found.shown_to


def menu(name: str, key: str, sees: Sees) -> Callable[[Handler], Handler]:
    """Declares an entry of the menu of a person or of a message, named in English and by a key for the others.

    The card returned is the answer. The handler's parameter behind the press says which menu: a Member or User, or a
    Message of discord.py's.
    """

    def register(handler: Handler) -> Handler:
        @wraps(handler)
        async def call(interaction: Interaction, target: Any) -> None:
            press = Press(interaction)
            await press.admit(sees)
            card = await handler(press, target)
            if card is not None:
                await press.answer(card)

        setattr(call, "__signature__", signature(handler, eval_str=True))  # noqa: B010 - no type knows the attribute
        setattr(call, "sees", sees)  # noqa: B010 - no type knows the attribute
        made = app_commands.ContextMenu(name=app_commands.locale_str(name, key=key), callback=call)
        made.guild_only = True
        MENUS.setdefault(handler.__module__, []).append(made)
        return handler

    return register


def add_commands(tree: app_commands.CommandTree[Any], module: str) -> None:
    """Adds the commands and menus that the module declares to the tree, and a group with its first command."""
    for entry in MENUS.get(module, ()):
        tree.add_command(entry)
    for words, made in DECLARED.get(module, ()):
        first = words.split()[0]
        if first == words:
            made.guild_only = True
            tree.add_command(made)
            continue
        group = tree.get_command(first)
        if not isinstance(group, app_commands.Group):
            group = app_commands.Group(name=first, description=key_of(first), guild_only=True)
            tree.add_command(group)
        group.add_command(made)
