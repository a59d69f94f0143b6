"""The formats of an event, one module each, and the registry that a rulebook's format name is looked up in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.formats import arena, knockout, swiss, tables, title_match
from bot.domain.formats.protocol import EventFacts, Format, Starter
from bot.domain.rulebook import FormatName

FORMATS: Final[Mapping[FormatName, Format]] = MappingProxyType(
    {
        FormatName.KNOCKOUT: knockout,
        FormatName.SWISS: swiss,
        FormatName.ARENA: arena,
        FormatName.TABLES: tables,
        FormatName.TITLE_MATCH: title_match,
    }
)

__all__ = ["FORMATS", "EventFacts", "Format", "Starter"]
