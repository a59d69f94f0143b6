"""The server's calendar: an entry for each tournament, and for each match that has a time of its own."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import discord

from bot.features.match_threads.cards import match_name
from bot.features.match_threads.verbs import names_of_sides
from bot.features.match_times import store as match_times_store
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import MatchInCalendar
from bot.features.match_times.verbs import KnownTimes
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import ScheduledEvent
from bot.features.tournaments.words_cards import in_calendar
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId
from bot.kernel.promises import Message, Promise, says
from bot.layout.sentences import plain
from bot.living.creation import CalendarEntry, EntryText, Maker, end_doubt
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store

MOST_MATCHES: Final = 50
"""Discord takes a hundred entries of a server: the rest is for its events, and for what its people enter themselves."""
_HARMLESS: Final = frozenset({400, 403})
"""How Discord refuses an entry without which a match is played all the same, as one above its hundred."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the calendar has to show; without a start the entry is taken away, or let go where its time has come."""

    name: str
    start: datetime | None
    told: EntryText | None
    channel_id: int | None
    event_id: int | None


class ScheduledEvents:
    """Keeps the promise that a scheduled event shows what is on record of a tournament, or of a match."""

    def __init__(self, units: UnitsOfWork, client: discord.Client, maker: Maker) -> None:
        self._units = units
        self._client = client
        self._maker = maker

    async def keep(self, promise: Promise[Message]) -> None:
        """Creates, moves or deletes the entry, whichever the facts ask for."""
        wanted = await self._units.ask(_wanted_entry, promise)
        if wanted is None:
            await self._units.do(_mark_kept, promise, None)
            return
        guild = self._client.get_guild(promise.guild_id) or await self._client.fetch_guild(promise.guild_id)
        entry, what, event_id = self._entry(guild, wanted), calendar_entry(promise), wanted.event_id
        if event_id is None:
            event_id = await self._maker.look(what, entry)
        if not await self._units.do(_begin, promise):
            return
        if wanted.start is None:
            await self._delete(guild, event_id)
            event_id = None
        elif event_id is None or not await self._move(event_id, entry):
            event_id = await self._make(promise, entry)
        await self._units.do(_mark_kept, promise, event_id)

    async def _make(self, promise: Promise[Message], entry: CalendarEntry) -> int | None:
        try:
            return await self._maker.make(calendar_entry(promise), entry)
        except discord.HTTPException as refusal:
            if says(promise, MatchInCalendar) and refusal.status in _HARMLESS:
                return None
            raise

    def _entry(self, guild: discord.Guild, wanted: _Wanted) -> CalendarEntry:
        channel = guild.get_channel(wanted.channel_id) if wanted.channel_id else None
        location = f"#{channel.name}"[:100] if channel else "Discord"
        own_id, start = self._client.user.id if self._client.user else 0, wanted.start or discord.utils.utcnow()
        return CalendarEntry(guild, own_id, wanted.name, start, wanted.told, location, self._is_on_record)

    async def _is_on_record(self, event_id: int) -> bool:
        return await self._units.ask(_is_known, event_id)

    @staticmethod
    async def _move(event_id: int, entry: CalendarEntry) -> bool:
        event = entry.guild.get_scheduled_event(event_id)
        with suppress(discord.NotFound):
            event = event or await entry.guild.fetch_scheduled_event(event_id)
            await entry.renew(event)
            return True
        return False

    async def _delete(self, guild: discord.Guild, event_id: int | None) -> None:
        if event_id is None:
            return
        with suppress(discord.NotFound):
            event = guild.get_scheduled_event(event_id) or await guild.fetch_scheduled_event(event_id)
            await event.delete()


def calendar_entry(promise: Promise[Message]) -> str:
    """By what name the attempts at an entry are noted, whichever of the promises about it makes them."""
    if says(promise, MatchInCalendar):
        return f"calendar:{promise.message.contest_id}"
    return f"calendar:{promise.subject}"


def _wanted_entry(tx: Query, promise: Promise[Message]) -> _Wanted | None:
    if says(promise, MatchInCalendar):
        return _wanted_match(tx, promise.message.contest_id, promise)
    return _wanted_event(tx, promise) if says(promise, ScheduledEvent) else None


def _wanted_event(tx: Query, promise: Promise[ScheduledEvent]) -> _Wanted | None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    community = server_store.load(tx, promise.guild_id)
    if tournament is None or community is None or tournament.start_at <= promise.promised_at:
        return None
    event_id, start = tournaments_store.scheduled_event(tx, tournament.tournament_id), tournament.start_at
    poster = tournaments_store.load_poster(tx, tournament.poster_id)
    told = None if poster is None else EntryText(in_calendar(poster), poster.picture)
    called_off = tournament.cancelled_at is not None
    return _Wanted(plain(tournament.name), None if called_off else start, told, community.announcements, event_id)


def _wanted_match(tx: Query, contest_id: ContestId, promise: Promise[MatchInCalendar]) -> _Wanted | None:
    """None where nothing is to be done at the calendar."""
    talk, community = match_times_verbs.load(tx, contest_id), server_store.load(tx, promise.guild_id)
    if talk is None or community is None or _is_past(talk, promise.promised_at):
        return None
    time, event_id = talk.arrangement.time, match_times_store.calendar_event(tx, contest_id)
    start = time.at if time is not None and talk.goes_on else None
    if event_id is None and (start is None or not _has_room(tx, promise.guild_id)):
        return None
    name = match_name(
        names_of_sides(tx, talk.match_context.match), talk.tournament.name, Translator(community.language)
    )
    return _Wanted(name, start, None, community.matches, event_id)


def _is_past(times: KnownTimes, now: datetime) -> bool:
    """Whether the time has come that the entry tells: it did so rightly, and stays until Discord lets it go."""
    time = times.arrangement.time
    return time is not None and time.at <= now


def _has_room(tx: Query, guild_id: GuildId) -> bool:
    return match_times_store.entries_in_calendar(tx, guild_id) < MOST_MATCHES


def _is_known(tx: Query, event_id: int) -> bool:
    return tournaments_store.is_scheduled_event(tx, event_id) or match_times_store.is_calendar_event(tx, event_id)


def _begin(tx: Tx, promise: Promise[Message]) -> bool:
    return outbox.mark_sending(tx, promise.outbox_id)


def _mark_kept(tx: Tx, promise: Promise[Message], event_id: int | None) -> None:
    end_doubt(tx, calendar_entry(promise))
    if says(promise, MatchInCalendar):
        match_times_store.note_calendar_event(tx, promise.message.contest_id, event_id)
    elif says(promise, ScheduledEvent):
        tournaments_store.note_scheduled_event(tx, promise.message.tournament_id, event_id)
    outbox.mark_kept(tx, promise.outbox_id, tx.now)
