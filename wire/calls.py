"""A REST request as the loopback Discord received it, and its reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from wire.shapes import Json, Payload
from wire.world import Upload, World


@dataclass(frozen=True, slots=True)
class Call:
    """One request: `path` without `/api/v10` and query, `at` in monotonic seconds when its headers were in."""

    method: str
    path: str
    at: float
    json: Json = None
    query: Mapping[str, str] = field(default_factory=dict)
    uploads: tuple[Upload, ...] = ()
    who: str = ""
    """Which process asks, where it says so: of several that have one token."""

    @property
    def body(self) -> Payload:
        """The JSON object that was sent; an empty one where none was."""
        return dict(self.json) if isinstance(self.json, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Reply:
    """The status, the JSON body, where None stands for an empty one, and headers beyond the usual."""

    status: int
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)


Handler: TypeAlias = Callable[[World, Call, Sequence[str]], Reply]

NOTHING = Reply(204)


def refusal(status: int, code: int, message: str) -> Reply:
    """An error as Discord words it, with its own `code` beside the HTTP status."""
    return Reply(status, {"code": code, "message": message})


MISSING_ACCESS = refusal(403, 50001, "Missing Access")
UNKNOWN_CHANNEL = refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD_EVENT = refusal(404, 10070, "Unknown Guild Scheduled Event")
UNKNOWN_INTERACTION = refusal(404, 10062, "Unknown interaction")
UNKNOWN_MEMBER = refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = refusal(404, 10008, "Unknown Message")
UNKNOWN_ROLE = refusal(404, 10011, "Unknown Role")
UNKNOWN_USER = refusal(404, 10013, "Unknown User")
ALREADY_ANSWERED = refusal(400, 40060, "Interaction has already been acknowledged.")
