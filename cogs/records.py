"""The record of an event as files to take away, and an event brought in from one: both under `/tournament`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.apart.readings import RECORD
from bot.domain.events.record_views import Arrival
from bot.domain.ids import NameId, PersonId
from bot.domain.permissions import Act
from bot.record.errors import RecordRefused
from bot.rendering.events import record_cards as cards
from bot.rendering.layout import Card
from bot.services.events import record_bringing, record_people, record_reading
from cogs.audience import Audience
from cogs.choosing import AnyEvent
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, RECORD_NAME, WORD
from cogs.takes import pair

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


@command("tournament import", Act.CREATE_TOURNAMENT)
async def bring(press: Press, file: discord.Attachment, confirm: bool = False) -> Card:
    """Shows what a file would bring in, and with `confirm` brings it in: an event that is over."""
    voice = press.voice
    await press.acknowledge()
    try:
        found = await press.read(RECORD, file)
    except RecordRefused as refusal:
        return cards.refusal(refusal.file, refusal.faults, voice)
    if found.difference is not None:
        return cards.disagrees(file.filename, found.difference, voice)
    record, known = found.record, found.derived
    champion = None if known.champion is None else record.name_of(known.champion)
    if not confirm or not known.is_over:
        look = partial(record_bringing.preview, is_over=known.is_over, champion=champion)
        shown = await press.do(look, record)
        return cards.arriving(shown, voice) if isinstance(shown, Arrival) else cards.who_is_who(shown, voice)
    brought = await press.do(record_bringing.bring, record, known.standings, champion)
    return cards.arrival(brought, voice) if isinstance(brought, Arrival) else cards.who_is_who(brought, voice)


@on_press("record-is", pair(RECORD_NAME, PERSON), Audience.ADDRESSED, update=True)
async def take_known(press: Press, name_id: NameId, person_id: PersonId) -> Card:
    """Takes the one who is meant by a name of the file."""
    return cards.who_is_who(await press.do(record_people.say_who, name_id, person_id), press.voice)


@on_press("record-new", RECORD_NAME, Audience.ADDRESSED, update=True)
async def unknown(press: Press, name_id: NameId) -> Card:
    """Takes it that nobody is meant who is known."""
    return cards.who_is_who(await press.do(record_people.say_who, name_id, None), press.voice)


@on_press("record-same", WORD, Audience.ADDRESSED, update=True)
async def same(press: Press, seen: str) -> Card:
    """Takes it that all the very names are those people."""
    return cards.who_is_who(await press.do(record_people.say_same, seen), press.voice)


@on_press("record-others", NOTHING, Audience.ADDRESSED, update=True)
async def others(press: Press) -> Card:
    """Asks about some of them one by one."""
    chosen = [await press.read_subject(RECORD_NAME, one) for one in press.choices()]
    return cards.who_is_who(await press.do(record_people.doubt, chosen), press.voice)


@on_press("record-again", NOTHING, Audience.ADDRESSED, update=True)
async def again(press: Press) -> Card:
    """Takes back what was said of the names."""
    return cards.who_is_who(await press.do(record_people.ask_again), press.voice)


def _export(record: Record) -> Exported:
    from bot.record.exporting import export_record  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return export_record(record)
