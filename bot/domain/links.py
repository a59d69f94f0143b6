"""Addresses that people hand in as proof or as a recording."""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import urlsplit

_SCHEMES: Final = {"http", "https"}
_NEVER: Final = frozenset('<>\\`"')
"""What Discord's formatting ends a link at, or builds another one with."""
_NO_LETTERS: Final = ("C", "Z")
"""Categories of characters that nobody sees, or that turn what follows them around: an address has none."""


def is_link(text: str) -> bool:
    """Whether it is one address that shows where it leads."""
    if any(char in _NEVER or unicodedata.category(char)[0] in _NO_LETTERS for char in text):
        return False
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.hostname) and port != 0 and "@" not in parts.netloc
