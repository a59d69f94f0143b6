"""What rehearsing takes and the bot does without: it may be absent, as it is from the image."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

REHEARSAL: Final = ("rehearsal", "rich", "simcord")


def can_rehearse() -> bool:
    """Whether all of it is there; nothing is imported for that."""
    return all(find_spec(name) is not None for name in REHEARSAL)
