"""The record of an event as files to take away, and an event brought in from one: both under `/tournament`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.record.errors import LARGEST_FILE, RecordRefused, too_large
from bot.rendering.events import record_cards as cards
from bot.services.events import record_bringing, record_reading
from cogs.answering import Interaction, acknowledge, answer, presser_of, voice_of

if TYPE_CHECKING:
    from bot.domain.events.record_views import Arrival
    from bot.domain.events.records import Record
    from bot.domain.ids import TournamentId
    from bot.record.exporting import Exported
    from bot.record.replaying import Replay


async def export(interaction: Interaction, tournament_id: TournamentId) -> None:
    """Hands over the record, and the table and the games in the formats of other programs."""
    presser, voice = presser_of(interaction), voice_of(interaction)
    record = await interaction.client.house.ask(record_reading.record_for, presser, tournament_id)
    await acknowledge(interaction)
    try:
        # A replay of a large event takes seconds: others press meanwhile.
        found = await asyncio.to_thread(_exported, record)
    except RecordRefused as refusal:
        await answer(interaction, cards.refused(refusal.file, refusal.faults, voice))
        return
    await answer(interaction, cards.exported(found, voice))


async def bring(interaction: Interaction, file: discord.Attachment, *, confirm: bool) -> None:
    """Shows what a file would bring in, and with `confirm` brings it in."""
    house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
    await house.ask(record_bringing.refuse_others, presser)
    await acknowledge(interaction)
    try:
        data = b"" if file.size > LARGEST_FILE else await file.read()
        found = await asyncio.to_thread(_replayed, data, file.size, file.filename)
    except RecordRefused as refusal:
        await answer(interaction, cards.refused(refusal.file, refusal.faults, voice))
        return
    if found.difference is not None:
        await answer(interaction, cards.disagrees(file.filename, found.difference, voice))
        return
    record, known = found.record, found.derived
    champion = None if known.champion is None else record.name_of(known.champion)
    if not confirm or not known.is_over:
        await answer(interaction, cards.arriving(await _preview(interaction, found, champion), voice))
        return
    brought = await house.do(record_bringing.bring, presser, record, known.standings, champion)
    await answer(interaction, cards.arrived(brought, voice))


async def _preview(interaction: Interaction, found: Replay, champion: str | None) -> Arrival:
    return await interaction.client.house.ask(
        partial(record_bringing.preview, is_over=found.derived.is_over, champion=champion),
        presser_of(interaction),
        found.record,
    )


def _replayed(data: bytes, size: int, file: str) -> Replay:
    """The file read, by what it begins with, and worked out again."""
    from bot.record.reading import read_record  # noqa: PLC0415 - pydantic takes a tenth of a second to import
    from bot.record.replaying import replay  # noqa: PLC0415
    from bot.record.trf_reading import looks_like_trf, read_trf  # noqa: PLC0415

    if size > LARGEST_FILE:
        raise RecordRefused(file, (too_large(size),))
    return replay(read_trf(data, file) if looks_like_trf(data) else read_record(data, file))


def _exported(record: Record) -> Exported:
    from bot.record.exporting import exported  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return exported(record)
