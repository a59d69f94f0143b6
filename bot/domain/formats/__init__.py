"""The formats of an event, one module each, and the registry that a rulebook's format name is looked up in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.formats import arena, elimination, groups, round_robin, swiss, tables, title_match
from bot.domain.formats.protocol import EventFacts, Format, Starter
from bot.domain.rulebook import FormatName

FORMATS: Final[Mapping[FormatName, Format]] = MappingProxyType(
    {
        FormatName.KNOCKOUT: elimination,
        FormatName.ROUND_ROBIN: round_robin,
        FormatName.SWISS: swiss,
        FormatName.GROUPS: groups,
        FormatName.ARENA: arena,
        FormatName.TABLES: tables,
        FormatName.TITLE_MATCH: title_match,
    }
)

ENDED_BY_LOT: Final = frozenset({FormatName.ROUND_ROBIN, FormatName.SWISS, FormatName.GROUPS})
"""Where a draw that is asked for after the first contests is a lot over the field, for `EventFacts.lot` (GO-27.1)."""

__all__ = ["ENDED_BY_LOT", "FORMATS", "EventFacts", "Format", "Starter"]
