"""Discord's own scheduled event beside each tournament: made, moved, and taken away with it."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.domain.announcements import Promise
from bot.domain.events.posters import Poster
from bot.domain.events.sayings import ScheduledEvent
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion
from bot.making.kinds import CalendarEntry
from bot.making.once import Maker, end_doubt
from bot.storage import communities, event_posters, outbox, tournaments
from bot.storage.database import Work
from bot.units_of_work import UnitsOfWork


class ScheduledEvents:
    """Keeps the promise that a tournament's scheduled event shows what is on record."""

    def __init__(self, units: UnitsOfWork, client: discord.Client, maker: Maker) -> None:
        self._units = units
        self._client = client
        self._maker = maker

    async def keep(self, promise: Promise[ScheduledEvent]) -> None:
        """Creates, moves or deletes the event, whichever the tournament's facts ask for."""
        found = await self._units.ask(_wanted_entry, promise)
        if found is None:
            await self._units.do(_mark_kept, promise, None)
            return
        tournament, poster, event_id, channel_id = found
        guild = self._client.get_guild(promise.guild_id) or await self._client.fetch_guild(promise.guild_id)
        entry, what = self._entry(guild, tournament, poster, channel_id), calendar_entry(promise)
        if event_id is None:
            event_id = await self._maker.look(what, entry)
        if not await self._units.do(_begin, promise):
            return
        if tournament.cancelled_at is not None:
            await self._delete(guild, event_id)
            event_id = None
        elif event_id is None or not await self._move(event_id, entry):
            event_id = await self._maker.make(what, entry)
        await self._units.do(_mark_kept, promise, event_id)

    def _entry(
        self, guild: discord.Guild, tournament: Tournament, poster: Poster | None, channel_id: int | None
    ) -> CalendarEntry:
        channel = guild.get_channel(channel_id) if channel_id else None
        location = f"#{channel.name}"[:100] if channel else "Discord"
        own_id = self._client.user.id if self._client.user else 0
        return CalendarEntry(guild, own_id, tournament, poster, location, self._is_on_record)

    async def _is_on_record(self, event_id: int) -> bool:
        return await self._units.ask(tournaments.is_scheduled_event, event_id)

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


def calendar_entry(promise: Promise[ScheduledEvent]) -> str:
    """By what name the attempts at a tournament's entry are noted, whichever of its promises makes them."""
    return f"calendar:{promise.saying.tournament_id}"


def _wanted_entry(
    work: Work, promise: Promise[ScheduledEvent]
) -> tuple[Tournament, Poster | None, int | None, int | None] | None:
    tournament = tournaments.load(work, promise.saying.tournament_id)
    community = communities.load(work, promise.guild_id)
    if tournament is None or community is None or tournament.start_at <= promise.promised_at:
        return None
    event_id = tournaments.scheduled_event(work, tournament.tournament_id)
    return tournament, event_posters.load(work, tournament.poster_id), event_id, community.announcements


def _begin(work: Work, _: Occasion, promise: Promise[ScheduledEvent]) -> bool:
    return outbox.mark_sending(work, promise.outbox_id)


def _mark_kept(work: Work, occasion: Occasion, promise: Promise[ScheduledEvent], event_id: int | None) -> None:
    end_doubt(work, calendar_entry(promise))
    tournaments.note_scheduled_event(work, promise.saying.tournament_id, event_id)
    outbox.mark_kept(work, promise.outbox_id, occasion.now)
