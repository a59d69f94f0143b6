"""What a record needs to know of a format, one module for each; readers, checkers and writers ask here."""

from __future__ import annotations

from typing import assert_never

from bot.domain.rulebook import FormatName, Rulebook
from bot.record.formats import arena, groups, knockout, round_robin, swiss, tables, title_match
from bot.record.formats.protocol import RecordedFormat


def format_of(rulebook: Rulebook) -> RecordedFormat:
    """The rulebook's format, as records know it."""
    return recorded_format(rulebook.format)


def format_by_name(name: str) -> RecordedFormat | None:
    """The format that a file names; None where there is none of that name."""
    return recorded_format(FormatName(name)) if name in set(FormatName) else None


def recorded_format(name: FormatName) -> RecordedFormat:
    """The format of that name, as records know it."""
    match name:
        case FormatName.KNOCKOUT:
            return knockout.ON_RECORD
        case FormatName.ROUND_ROBIN:
            return round_robin.ON_RECORD
        case FormatName.SWISS:
            return swiss.ON_RECORD
        case FormatName.GROUPS:
            return groups.ON_RECORD
        case FormatName.ARENA:
            return arena.ON_RECORD
        case FormatName.TABLES:
            return tables.ON_RECORD
        case FormatName.TITLE_MATCH:
            return title_match.ON_RECORD
        case _:
            assert_never(name)
