"""What a play was: everything that came in to the bot, everything it asked of Discord, and what lay in its file."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

Payload = dict[str, Any]
Row = dict[str, Any]
Rows = dict[str, list[Row]]
Value = TypeVar("Value")
MOST_TEXT: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Gateway:
    """One event as it came over the gateway."""

    name: str
    payload: Payload


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that a request carries."""

    name: str
    description: str | None
    digest: str
    text: str | None
    """What it says, where it is text (an exported record): so that a difference can be shown."""

    @classmethod
    def of(cls, name: str, description: str | None, data: bytes) -> Upload:
        """The file with these bytes."""
        is_text = name.endswith((".json", ".txt", ".csv", ".trf", ".md", ".toml", ".ics")) and len(data) < MOST_TEXT
        digest = f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}"
        return cls(name, description, digest, data.decode("utf-8", "replace") if is_text else None)


@dataclass(frozen=True)
class Request:
    """One request of the bot, at a moment of the pretended time (in milliseconds since the start)."""

    at: int
    method: str
    path: str
    said: str
    """Query, body and reason as JSON with its keys in order."""
    files: tuple[Upload, ...] = ()

    @cached_property
    def words(self) -> str:
        """All that it asks for, but not when: equal words are an equal request."""
        files = "".join(f" {one.name} ({one.description}): {one.digest}" for one in self.files)
        return f"{self.place} {self.said}{files}"

    @cached_property
    def place(self) -> str:
        """Method and path."""
        return f"{self.method} {self.path}"

    @cached_property
    def lane(self) -> str:
        """What is asked for in one lane has an order that people see: a channel, a message, an interaction."""
        parts = self.path.strip("/").split("/")
        match parts:
            case ["channels", _, "messages", message, *_]:
                return f"message {message}"
            case ["channels", channel, *_]:
                return f"channel {channel}"
            case ["interactions", _, token, *_] | ["webhooks", _, token, *_]:
                return f"interaction {token}"
            case ["guilds", guild, what, *_]:
                return f"guild {guild} {what}"
            case _:
                return parts[0]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Discord's answer when it refuses."""

    status: int
    code: int
    message: str


def duplicate(value: Value) -> Value:
    """A copy that shares nothing with the value; several times as fast as `deepcopy`."""
    copied: Value = pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    return copied


@dataclass(slots=True)
class Exchange:
    """A request with its answer, and the events that Discord sent while it answered."""

    request: Request
    answer: Any = None
    refusal: Refusal | None = None
    echoes: list[Gateway] = field(default_factory=list)


@dataclass(slots=True)
class Step:
    """Something that came from outside, and the requests that were made before the next."""

    exchanges: list[Exchange] = field(default_factory=list)


@dataclass(slots=True)
class Started(Step):
    """A bot is started on the file, the first or after another, and told of its servers."""

    events: list[Gateway] = field(default_factory=list)
    intents: int = 0


@dataclass(slots=True)
class Fed(Step):
    """An event came in."""

    event: Gateway = field(default_factory=lambda: Gateway("", {}))


@dataclass(slots=True)
class Settled(Step):
    """The bot does what it has to do now."""


@dataclass(slots=True)
class Advanced(Step):
    """Time passes; events that come at a moment on the way stand with it."""

    seconds: float = 0.0
    nested: list[tuple[float, Gateway]] = field(default_factory=list)


@dataclass(slots=True)
class Closed(Step):
    """The bot is closed as by SIGTERM."""

    scoped: bool = False


@dataclass(slots=True)
class Written(Step):
    """A rehearsal wrote rows into the file beside all commands: what an association brings along."""

    gone: Rows = field(default_factory=dict)
    come: Rows = field(default_factory=dict)


@dataclass(slots=True)
class Tape:
    """A whole play."""

    play: str
    seed: int
    draws: int = 0
    """Which of the series of random bytes was drawn from."""
    language: str = ""
    time_zone: str = ""
    steps: list[Step] = field(default_factory=list)
    rows: Rows = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    broke_off: str = ""
    """Why the replay did not come to its end; empty when it did."""
    status: int | None = None
    """What the rehearsal ended with: 0 when its judge was content."""

    def save(self, path: Path) -> None:
        """Writes it, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        beside.write_bytes(zlib.compress(pickle.dumps(self, pickle.HIGHEST_PROTOCOL), 1))
        beside.replace(path)

    @classmethod
    def load(cls, path: Path) -> Tape:
        """The tape in the file, which this program wrote itself."""
        found = pickle.loads(zlib.decompress(path.read_bytes()))
        assert isinstance(found, cls), path
        return found
