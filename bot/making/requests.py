"""What a request's end says of its effect, and how discord.py is kept from repeating one that may have had its effect.

By itself discord.py sends any request again that was answered with 500, 502, 504 or 524 (one through an interaction's
token: with any 5xx), or whose connection was reset: five times, after one, three, five and seven seconds. Discord may
have done by then what was asked. aiohttp repeats only what may be repeated by the rules of HTTP, and never a POST.
"""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

TROUBLE: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What passes by itself: the network, or Discord's own health."""
TAKEN_ONCE: Final = re.compile(r".*/interactions/[^/]+/[^/]+/callback|.*/users/@me/channels")
"""What Discord takes once, however often it is sent: an interaction's answer, the channel of direct messages."""
RESET: Final = (54, 10054)
"""How macOS and Windows number a reset connection; discord.py goes by these two, and raises for all others."""
_MAY_HAVE_HAPPENED: Final = {408, 499}
IS_ARCHIVED: Final = 50083
"""How Discord refuses what is said or edited in a thread that is closed."""
ACKNOWLEDGED_BEFORE: Final = 40060
_GONE: Final = {10015, 10062, 50027, ACKNOWLEDGED_BEFORE}
"""How Discord says that an interaction takes no answer any more: it is unknown, over, or was answered before."""


class ConnectionCut(aiohttp.ClientConnectionError):
    """The connection broke before the answer was there; whether the request had its effect is not known."""


def was_refused(trouble: BaseException) -> bool:
    """Whether nothing came of the request for certain: Discord said so, or was never reached."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status < 500 and trouble.status not in _MAY_HAVE_HAPPENED
    return isinstance(trouble, discord.RateLimited | aiohttp.ClientConnectorError)


def broke_off(trouble: BaseException) -> bool:
    """Whether Discord, the way to it, or the one who waited for an answer was gone: there is nothing to look for."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status >= 500 or trouble.code in _GONE
    return isinstance(trouble, aiohttp.ClientError | ConnectionError | TimeoutError)


def one_shot() -> aiohttp.TraceConfig:
    """What `discord.Client(http_trace=…)` takes so that no POST is sent again but after a 429, which did nothing."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_raise_last_answer)
    trace.on_request_exception.append(_broken)
    return trace


async def _raise_last_answer(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Raises what discord.py would raise after its last attempt; it never sees the answer that it would repeat for."""
    del session, context
    if not _must_not_be_repeated(end.method, end.url.path):
        return
    try:
        # Read here, and kept by aiohttp: a reset while discord.py reads would look to it like one before the answer.
        await end.response.read()
    except OSError as error:
        raise ConnectionCut(str(error)) from error
    if end.response.status >= 500:
        raise discord.DiscordServerError(end.response, await end.response.text())


async def _broken(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
) -> None:
    del session, context
    reset = isinstance(end.exception, OSError) and end.exception.errno in RESET
    if reset and _must_not_be_repeated(end.method, end.url.path):
        raise ConnectionCut(str(end.exception)) from end.exception


def _must_not_be_repeated(method: str, path: str) -> bool:
    return method == "POST" and not TAKEN_ONCE.fullmatch(path)
