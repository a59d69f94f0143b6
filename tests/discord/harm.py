"""What happens to a request on its way: trouble before its effect or after it, or the end of the bot's process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from rehearsal.counting import plain_path
from rehearsal.stage import Stage


def _answered(status: int) -> BaseException:
    answer: Any = SimpleNamespace(status=status, reason="Trouble", headers={})
    return discord.DiscordServerError(answer, "trouble")


class Harm(Enum):
    """Whether Discord does what is asked, and what the bot sees of that."""

    REFUSED_BEFORE = (False, lambda: _answered(503))
    CUT_BEFORE = (False, aiohttp.ServerDisconnectedError)
    KILLED_BEFORE = (False, asyncio.CancelledError)
    LOST_AFTER = (True, lambda: _answered(504))
    CUT_AFTER = (True, lambda: ConnectionResetError(104, "reset"))
    KILLED_AFTER = (True, asyncio.CancelledError)

    @property
    def has_effect(self) -> bool:
        """Whether Discord did it."""
        return bool(self.value[0])

    @property
    def is_death(self) -> bool:
        """Whether the bot notes nothing after it: as by a kill, or a full disk."""
        return self.name.startswith("KILLED")

    @property
    def trouble(self) -> Callable[[], BaseException]:
        """What the call ends with."""
        raised: Callable[[], BaseException] = self.value[1]
        return raised


def plant(stage: Stage, harm: Harm, method: str, path: str, times: int = 1) -> list[int]:
    """The next requests to the path (a regular expression) come to harm; the answer holds how many still will."""
    client: Any = stage.bot.http
    real, left = client.request, [times]

    async def request(route: Any, **given: Any) -> Any:
        if not left[0] or route.method != method or not re.fullmatch(path, plain_path(route.url)):
            return await real(route, **given)
        left[0] -= 1
        if harm.has_effect:
            await real(route, **given)
        raise harm.trouble()

    client.request = request
    return left
