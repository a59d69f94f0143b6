"""The record of an event as files to take away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.record.errors import RecordRefused
from bot.rendering.events import record_cards as cards
from bot.rendering.layout import Card
from bot.services.events import record_reading
from cogs.audience import Audience
from cogs.choosing import AnyEvent
from cogs.commands import command
from cogs.press import Press

if TYPE_CHECKING:
    from bot.domain.events.records import Record
    from bot.record.exporting import Exported


@command("tournament export", Audience.EVERYBODY)
async def export(press: Press, tournament: AnyEvent) -> Card:
    """Hands over the record, and the table and the games in the formats of other programs."""
    record = await press.ask(record_reading.record_for, tournament)
    await press.acknowledge()
    try:
        # A replay of a large event takes seconds: others press meanwhile.
        return cards.export(await asyncio.to_thread(_export, record), press.voice)
    except RecordRefused as refusal:
        return cards.refusal(refusal.file, refusal.faults, press.voice)


def _export(record: Record) -> Exported:
    from bot.record.exporting import export_record  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return export_record(record)
