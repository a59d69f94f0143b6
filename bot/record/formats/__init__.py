"""What a record needs to know of a format, one module for each; readers, checkers and writers ask here."""

from __future__ import annotations

from typing import assert_never

from bot.play.format_rules import FormatTraits
from bot.play.rulebook import FormatName, Rulebook
from bot.record.formats import arena, groups, knockout, ladder, round_robin, swiss, tables, title_match
from bot.record.formats.protocol import RecordedFormat


def format_of(rulebook: Rulebook) -> RecordedFormat:
    """The rulebook's format, as records know it."""
    return recorded_format(rulebook.format)


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
        case FormatName.LADDER:
            return ladder.ON_RECORD
        case _:
            assert_never(name)


def traits_by_name(name: str) -> FormatTraits:
    """Of the format that a file names.

    Of a name that no format has those of a Swiss, so that what else is wrong with the rulebook is told as well.
    """
    return (FormatName(name) if name in set(FormatName) else FormatName.SWISS).traits
