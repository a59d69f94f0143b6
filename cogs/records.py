"""The record of an event as files to take away, and an event brought in from one: both under `/tournament`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.apart.readings import RECORD
from bot.domain.events.record_views import Arrival
from bot.domain.ids import NameId, PersonId
from bot.record.errors import RecordRefused
from bot.rendering.events import record_cards as cards
from bot.services.events import record_bringing, record_people, record_reading
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, RECORD_NAME, WORD, pair

if TYPE_CHECKING:
    from bot.domain.events.records import Record
    from bot.domain.ids import TournamentId
    from bot.record.exporting import Exported


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
        look = partial(record_bringing.preview, is_over=known.is_over, champion=champion)
        shown = await press.do(look, record)
        told = cards.arriving(shown, voice) if isinstance(shown, Arrival) else cards.who_is_who(shown, voice)
        await press.answer(told)
        return
    brought = await press.do(record_bringing.bring, record, known.standings, champion)
    told = cards.arrived(brought, voice) if isinstance(brought, Arrival) else cards.who_is_who(brought, voice)
    await press.answer(told)


@on_press("record-is", pair(RECORD_NAME, PERSON), Audience.ADDRESSED)
async def known(press: Press, meant: tuple[NameId, PersonId]) -> None:
    """Takes the one who is meant by a name of the file."""
    await press.update(cards.who_is_who(await press.do(record_people.say_who, *meant), press.voice))


@on_press("record-new", RECORD_NAME, Audience.ADDRESSED)
async def unknown(press: Press, name_id: NameId) -> None:
    """Takes it that nobody is meant who is known."""
    await press.update(cards.who_is_who(await press.do(record_people.say_who, name_id, None), press.voice))


@on_press("record-same", WORD, Audience.ADDRESSED)
async def same(press: Press, seen: str) -> None:
    """Takes it that all the very names are those people."""
    await press.update(cards.who_is_who(await press.do(record_people.say_same, seen), press.voice))


@on_press("record-others", NOTHING, Audience.ADDRESSED)
async def others(press: Press, _: None) -> None:
    """Asks about some of them one by one."""
    chosen = [await press.meant(RECORD_NAME, one) for one in press.chosen()]
    await press.update(cards.who_is_who(await press.do(record_people.doubt, chosen), press.voice))


@on_press("record-again", NOTHING, Audience.ADDRESSED)
async def again(press: Press, _: None) -> None:
    """Takes back what was said of the names."""
    await press.update(cards.who_is_who(await press.do(record_people.ask_again), press.voice))


def _exported(record: Record) -> Exported:
    from bot.record.exporting import exported  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return exported(record)
