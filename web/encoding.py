"""Public objects as JSON: objects with the names of their fields, moments as RFC 3339 has them, enums by value."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime
from typing import Final

from bot.features.pages.public_model import Public

JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None

_ESCAPED: Final = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"})
"""They stand in texts alone."""


def written(value: Public) -> bytes:
    """The object as JSON, as it is sent."""
    text = json.dumps(encoded(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return harmless(text)


def harmless(text: str) -> bytes:
    """JSON as it is sent: of the same meaning, and nothing in it that HTML or a script would take for its own."""
    return text.translate(_ESCAPED).encode()


def encoded(value: object) -> JSON:
    """The value for JSON; raises TypeError for what is neither public nor plain."""
    match value:
        case Public():
            # Each of its classes is a dataclass, which the class above them cannot say.
            return {one.name: encoded(getattr(value, one.name)) for one in fields(value)}  # type: ignore[arg-type]
        case tuple():
            return [encoded(one) for one in value]
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
