"""Whom Discord notifies: who is both allowed and named in a message's text, and who gets a direct message.

Edits notify nobody, and neither do answers that one person alone sees.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rehearsal import simcord_seam
from rehearsal.counting import plain_path
from rehearsal.limits import MESSAGE_CALLBACKS
from rehearsal.posts import EPHEMERAL, words
from rehearsal.stage import Stage

_POSTED: Final = re.compile(r"^/channels/(\d+)/messages$")
_CALLBACK: Final = re.compile(r"^/interactions/\d+/[^/]+/callback$")
_USER: Final = re.compile(r"<@!?(\d+)>")
_ROLE: Final = re.compile(r"<@&(\d+)>")
Line = tuple[str, int, str, str]
"""A part, how many people have it, their pings and their letters."""


@dataclass(slots=True)
class Notified:
    """How often each member was pinged in a channel, and written to."""

    pings: Counter[int] = field(default_factory=Counter)
    letters: Counter[int] = field(default_factory=Counter)


def users_and_roles(body: Mapping[str, Any]) -> tuple[set[int], set[int]]:
    """The users and the roles that Discord notifies of a message: those both allowed and named."""
    text = "\n".join((*words(body.get("components") or ()), str(body.get("content") or "")))
    allowed = body.get("allowed_mentions") or {}
    users = {int(one) for one in allowed.get("users") or ()} & {int(one) for one in _USER.findall(text)}
    roles = {int(one) for one in allowed.get("roles") or ()} & {int(one) for one in _ROLE.findall(text)}
    return users, roles


def count(stage: Stage) -> Notified:
    """Everybody whom Discord has notified on the stage so far."""
    found, by_name = Notified(), {f"@{one.name}": one.id for one in stage.members.values()}
    for channel_id, body in messages(stage):
        name = "" if channel_id is None else simcord_seam.channel_name(stage.env, channel_id)
        if name in by_name:
            found.letters[by_name[name]] += 1
            continue
        users, roles = users_and_roles(body)
        carriers = {one.id for one in stage.members.values() if stage.roles_of(one) & roles}
        found.pings.update(users | carriers)
    return found


def messages(stage: Stage) -> Iterator[tuple[int | None, Mapping[str, Any]]]:
    """Each new public message or letter; an answer that all can read has no channel of its own here."""
    for request in stage.env.http_requests:
        path, body = plain_path(request.path), request.json
        if request.method != "POST" or not isinstance(body, Mapping):
            continue
        if (posted := _POSTED.match(path)) is not None:
            yield int(posted[1]), body
        elif _CALLBACK.match(path) and body.get("type") in MESSAGE_CALLBACKS - {7}:
            data = body.get("data") or {}
            if not int(data.get("flags") or 0) & EPHEMERAL:
                yield None, data


def lines(found: Notified, parts: Mapping[str, Collection[int]]) -> Iterator[Line]:
    """For each part that people have: how many have it, their pings and their letters, from the least to the most."""
    for part, some in parts.items():
        pings, letters = ([counted[one] for one in some] for counted in (found.pings, found.letters))
        yield part, len(some), _spread(pings), _spread(letters)


def _spread(numbers: Sequence[int]) -> str:
    if not numbers:
        return "-"
    return f"{min(numbers)} to {max(numbers)}, median {statistics.median(numbers):g}"
