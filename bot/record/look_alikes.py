"""Names that a reader cannot tell apart: another case, another alphabet, an invisible letter, another way to accent."""

from __future__ import annotations

from bot.domain.events.records import Record
from bot.domain.likeness import looks


def telling_name(record: Record, one: str) -> str:
    """The name, with the id behind it where somebody else bears one that looks the same."""
    name = record.name_of(one)
    ids = {str(starter.entrant_id) for starter in record.facts.starters} | set(record.names)
    alike = any(other != one and set(looks(record.name_of(other))) & set(looks(name)) for other in ids)
    return f"{name} ({one})" if alike and name != one else name
