"""The record of an event as files to take away, and an event brought in from one: both under `/tournament`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.apart.readings import RECORD
from bot.record.errors import RecordRefused
from bot.rendering.events import record_cards as cards
from bot.services.events import record_bringing, record_reading
from cogs.press import Press

if TYPE_CHECKING:
    from bot.domain.events.record_views import Arrival
    from bot.domain.events.records import Record
    from bot.domain.ids import TournamentId
    from bot.record.exporting import Exported
    from bot.record.replaying import Replay


async def export(press: Press, tournament_id: TournamentId) -> None:
    """Hands over the record, and the table and the games in the formats of other programs."""
    voice = press.voice
    record = await press.ask(record_reading.record_for, tournament_id)
    await press.acknowledge()
    try:
        # A replay of a large event takes seconds: others press meanwhile.
        found = await asyncio.to_thread(_exported, record)
    except RecordRefused as refusal:
        await press.answer(cards.refused(refusal.file, refusal.faults, voice))
        return
    await press.answer(cards.exported(found, voice))


async def bring(press: Press, file: discord.Attachment, *, confirm: bool) -> None:
    """Shows what a file would bring in, and with `confirm` brings it in."""
    voice = press.voice
    await press.ask(record_bringing.refuse_others)
    await press.acknowledge()
    try:
        found = await press.read(RECORD, file)
    except RecordRefused as refusal:
        await press.answer(cards.refused(refusal.file, refusal.faults, voice))
        return
    if found.difference is not None:
        await press.answer(cards.disagrees(file.filename, found.difference, voice))
        return
    record, known = found.record, found.derived
    champion = None if known.champion is None else record.name_of(known.champion)
    if not confirm or not known.is_over:
        await press.answer(cards.arriving(await _preview(press, found, champion), voice))
        return
    brought = await press.do(record_bringing.bring, record, known.standings, champion)
    await press.answer(cards.arrived(brought, voice))


async def _preview(press: Press, found: Replay, champion: str | None) -> Arrival:
    return await press.ask(
        partial(record_bringing.preview, is_over=found.derived.is_over, champion=champion),
        found.record,
    )


def _exported(record: Record) -> Exported:
    from bot.record.exporting import exported  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return exported(record)
