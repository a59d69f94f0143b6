"""What people type: text that can be written and shown, and addresses that show where they lead."""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from urllib.parse import urlsplit

from bot.domain.confusables import is_blank
from bot.errors import BlankName, Missing, Subject, TooLong

_UNSPEAKABLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, marks that turn the reading direction around, and halves of characters, which no file takes."""


def speakable(text: str) -> str:
    """The text without characters that cannot be shown or sent."""
    return _UNSPEAKABLE.sub("", text)


NAME_LIMIT: Final = 80
REASON_LIMIT: Final = 500


def check_text(text: str, what: Subject, limit: int) -> str:
    """The text without white space at its ends; raises Missing or TooLong, which name what it is."""
    tidy = text.strip()
    if not tidy:
        raise Missing(what=what)
    if len(tidy) > limit:
        raise TooLong(what=what, limit=limit)
    return tidy


def checked_reason(reason: str, limit: int = REASON_LIMIT) -> str:
    """As `check_text`, of a reason."""
    return check_text(reason, Subject.REASON, limit)


def checked_name(name: str) -> str:
    """The name without spare white space; raises TooLong, Missing, and BlankName where nothing of it can be seen."""
    tidy = " ".join(name.split())
    if tidy and is_blank(tidy):
        raise BlankName
    return check_text(tidy, Subject.NAME, NAME_LIMIT)


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
