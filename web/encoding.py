"""Public objects as JSON: objects with the names of their fields, moments as RFC 3339 has them, enums by value."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Final

from bot.features.pages.public_model import Public

JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None

_TAKEN: Final = re.compile("[<>&\u2028\u2029]")
"""They stand in texts alone."""


def written(value: Public) -> bytes:
    """The object as JSON, as it is sent."""
    text = json.dumps(encoded(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return harmless(text)


def harmless(text: str) -> bytes:
    """JSON as it is sent: of the same meaning, and nothing in it that HTML or a script would take for its own."""
    return _TAKEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def encoded(value: object) -> JSON:
    """The value for JSON; raises TypeError for what is neither public nor plain."""
    match value:
        case tuple():
            return [encoded(one) for one in value]
        case Public():
            # The names of its fields: each of its classes is a dataclass, which the class above them cannot say.
            return {name: encoded(getattr(value, name)) for name in value.__match_args__}  # type: ignore[attr-defined]
        case datetime():
            return _moment(value)
        case str():
            # Of a word of an enum the value: its class is none of JSON's.
            return str(value)
        case None | bool() | int() | float():
            return value
        case _:
            raise TypeError(type(value).__name__)


def _moment(at: datetime) -> str:
    """In UTC, with a Z; a moment without a zone is a defect."""
    if at.tzinfo is None:
        raise TypeError(at.isoformat())
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
