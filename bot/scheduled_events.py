"""Discord's own scheduled event beside each tournament: made, moved, and taken away with it."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import discord

from bot.domain.announcements import Promise
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, TournamentId
from bot.house import House
from bot.rendering.text import plain
from bot.storage import communities, outbox, tournaments
from bot.storage.database import Work

SHOWN_FOR = timedelta(hours=4)
"""Discord wants an end for an event outside its voice channels; nothing of ours hangs on it."""


class ScheduledEvents:
    """Keeps the promise that a tournament's scheduled event shows what is on record."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._client = client

    async def keep(self, promise: Promise) -> None:
        """Creates, moves or deletes the event, whichever the tournament's facts ask for."""
        found = await self._house.ask(_wanted, promise)
        if found is None:
            await self._house.do(_kept, promise, None)
            return
        tournament, event_id, channel_id, tried_before = found
        guild = self._client.get_guild(promise.guild_id) or await self._client.fetch_guild(promise.guild_id)
        if event_id is None and tried_before:
            event_id = await _made_before(guild, tournament)
        if not await self._house.do(_begin, promise):
            return
        if tournament.cancelled_at is not None:
            await self._delete(guild, event_id)
            event_id = None
        elif event_id is None or not await self._move(guild, event_id, tournament):
            event_id = await self._create(guild, tournament, channel_id)
        await self._house.do(_kept, promise, event_id)

    async def _create(self, guild: discord.Guild, tournament: Tournament, channel_id: int | None) -> int:
        channel = guild.get_channel(channel_id) if channel_id else None
        event = await guild.create_scheduled_event(
            name=plain(tournament.name),
            start_time=tournament.start_at,
            end_time=tournament.start_at + SHOWN_FOR,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=f"#{channel.name}"[:100] if channel else "Discord",
        )
        return event.id

    async def _move(self, guild: discord.Guild, event_id: int, tournament: Tournament) -> bool:
        event = guild.get_scheduled_event(event_id)
        with suppress(discord.NotFound):
            event = event or await guild.fetch_scheduled_event(event_id)
            await event.edit(
                name=plain(tournament.name),
                start_time=tournament.start_at,
                end_time=tournament.start_at + SHOWN_FOR,
            )
            return True
        return False

    async def _delete(self, guild: discord.Guild, event_id: int | None) -> None:
        if event_id is None:
            return
        with suppress(discord.NotFound):
            event = guild.get_scheduled_event(event_id) or await guild.fetch_scheduled_event(event_id)
            await event.delete()


async def _made_before(guild: discord.Guild, tournament: Tournament) -> int | None:
    """The event that an interrupted attempt may have made already, found by its name and start."""
    name = plain(tournament.name)
    events = await guild.fetch_scheduled_events()
    return next((event.id for event in events if event.name == name and event.start_time == tournament.start_at), None)


def _wanted(work: Work, promise: Promise) -> tuple[Tournament, int | None, int | None, bool] | None:
    tournament = tournaments.load(work, TournamentId(promise.subject))
    community = communities.load(work, promise.guild_id)
    if tournament is None or community is None or tournament.start_at <= promise.promised_at:
        return None
    event_id = tournaments.scheduled_event(work, tournament.tournament_id)
    return tournament, event_id, community.announcements, outbox.attempts(work, promise.outbox_id) > 0


def _begin(work: Work, _: Occasion, promise: Promise) -> bool:
    return outbox.mark_sending(work, promise.outbox_id)


def _kept(work: Work, occasion: Occasion, promise: Promise, event_id: int | None) -> None:
    tournaments.note_scheduled_event(work, TournamentId(promise.subject), event_id)
    outbox.mark_kept(work, promise.outbox_id, occasion.now)
