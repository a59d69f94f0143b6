"""Lists with pages: one function shows any page; it is opened by a command or a press, and turned by its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, overload

from bot.rendering.layout import Card
from cogs.audience import Sees
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import PAGE
from cogs.takes import Takes, pair

S = TypeVar("S")


@overload
def with_pages(
    verb: str, sees: Sees
) -> Callable[[Callable[[Press, int], Awaitable[Card]]], Callable[[Press], Awaitable[Card]]]: ...


@overload
def with_pages(
    verb: str, sees: Sees, of: Takes[S]
) -> Callable[[Callable[[Press, S, int], Awaitable[Card]]], Callable[[Press, S], Awaitable[Card]]]: ...


def with_pages(verb: str, sees: Sees, of: Takes[Any] | None = None) -> Any:
    """Has the buttons of "verb:page", or of "verb:subject/page", turn to the page that the function shows.

    What is returned shows the first page, and can be a command's or a press's handler.
    """
    takes: Takes[Any] = PAGE if of is None else pair(of, PAGE, "/")

    def register(handler: Callable[..., Awaitable[Card]]) -> Callable[..., Awaitable[Card]]:
        on_press(verb, takes, sees, update=True)(handler)
        whole = signature(handler, eval_str=True)
        *before, page = whole.parameters.values()

        @wraps(handler)
        async def first(*args: Any, **options: Any) -> Card:
            return await handler(*args, **options, **{page.name: 0})

        setattr(first, "__signature__", whole.replace(parameters=before))  # noqa: B010 - no type knows the attribute
        return first

    return register
