"""Names that a reader cannot tell apart: another case, another alphabet, an invisible letter, another way to accent."""

from __future__ import annotations

import unicodedata
from typing import Final

from bot.domain.events.records import Record

_INVISIBLE: Final = frozenset({"Cf", "Cc", "Co", "Cn"})
_LATIN: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοιρυ",  # noqa: RUF001 - they are here because they are confused
    "ABESIJKMHOPCTYXaesijopcyxhdqwABEZHIKMNOPTYXavoipu",
)
"""Cyrillic and Greek letters that are drawn as Latin ones."""


def look(text: str) -> str:
    """What a reader sees: the same for two names that are drawn alike."""
    plain = unicodedata.normalize("NFKC", text).translate(_LATIN).casefold()
    seen = "".join(one for one in plain if unicodedata.category(one) not in _INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def telling_name(record: Record, one: str) -> str:
    """The name, with the id behind it where somebody else bears one that looks the same."""
    name = record.name_of(one)
    ids = {str(starter.entrant_id) for starter in record.facts.starters} | set(record.names)
    alike = any(other != one and look(record.name_of(other)) == look(name) for other in ids)
    return f"{name} ({one})" if alike and name != one else name
