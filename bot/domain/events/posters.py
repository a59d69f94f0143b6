"""What an organiser tells of an event beside its rules: a description, a prize, where it is shown, and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.domain.typed_text import is_link

DESCRIPTION_LIMIT: Final = 1000
PRIZE_LIMIT: Final = 200
STREAM_LIMIT: Final = 300


@dataclass(frozen=True, slots=True)
class Poster:
    """What everybody reads and sees of the event; a blank one stands where something stood before."""

    description: str = ""
    prize: str = ""
    stream: str = ""
    """The address at which the event is shown."""
    picture: bytes | None = None
    """A JPEG of our own making."""


def tidy(poster: Poster) -> Poster:
    """The same without white space around its texts, none of them longer than the form lets anybody type."""
    return Poster(
        poster.description.strip()[:DESCRIPTION_LIMIT],
        " ".join(poster.prize.split())[:PRIZE_LIMIT],
        poster.stream.strip()[:STREAM_LIMIT],
        poster.picture,
    )


def is_stream(text: str) -> bool:
    """Whether it is an address that shows where it leads, and that nobody on the way can change."""
    return text.startswith("https://") and is_link(text)
