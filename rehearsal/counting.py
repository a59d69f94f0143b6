"""Which REST calls a bot starts itself.

Discord does not count an interaction's callback, nor what follows through the interaction's own token, towards the
global limit of 50 requests a second. Everything else is counted: messages, edits, roles, threads, direct messages.
The same rule reads the loopback Discord's records and SimCord's `env.http_requests`: both have method, path and json.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar

_PREFIX = re.compile(r"^(?:https?://[^/]+)?(?:/api)?(?:/v\d+)?(?=/)")
_CALLBACK = re.compile(r"^/interactions/[^/]+/[^/]+/callback$")
_THROUGH_A_TOKEN = re.compile(r"^/webhooks/[^/]+/[^/]+(?:/.*)?$")
_IDS = re.compile(r"(?<=/)\d{5,}(?=/|$)")


class RestCall(Protocol):
    """What the rule needs to know of a request."""

    @property
    def method(self) -> str:
        """The HTTP method, in capitals."""

    @property
    def path(self) -> str:
        """The path, with or without the address and the version before it and a query behind it."""


Call = TypeVar("Call", bound=RestCall)


def plain_path(path: str) -> str:
    """The path without address, `/api/v10` and query: `/channels/1/messages`."""
    return _PREFIX.sub("", path.partition("?")[0])


def is_an_answer(path: str) -> bool:
    """Whether a request to `path` answers an interaction, by its callback or through its token."""
    plain = plain_path(path)
    return bool(_CALLBACK.match(plain) or _THROUGH_A_TOKEN.match(plain))


def started_by_the_bot(calls: Iterable[Call]) -> list[Call]:
    """The calls that count, in their order."""
    return [call for call in calls if not is_an_answer(call.path)]


def by_route(calls: Iterable[RestCall]) -> Counter[str]:
    """How often each route was called, ids replaced: `{"POST /channels/{id}/messages": 3}`; answers left out."""
    return Counter(
        f"{call.method} {_IDS.sub('{id}', plain_path(call.path))}" for call in calls if not is_an_answer(call.path)
    )


def goal_where_arbiters_are_awaited(matches: int) -> float:
    """The most calls an event may start whose matches wait for arbiters: 1.25 per match plus 40."""
    return 1.25 * matches + 40
