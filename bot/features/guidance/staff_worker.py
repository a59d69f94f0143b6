"""Whom a call can reach: who of those it names may still run the event, and whether Discord pings the role."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.features.by_name import verbs as by_name_verbs
from bot.features.by_name.model import ByNameAsked
from bot.features.guidance import calls_messages
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.members_worker import may_organise
from bot.features.tournaments.promises_model import StaffCalled
from bot.features.tournaments.summons_verbs import Addressed, Found
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import ChannelId, GuildId, Place, RoleId
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import Message, Promise, says
from bot.layout.cards import Card
from bot.living.notifier import channel_of
from bot.living.transactions import UnitsOfWork
from bot.people.cards import pings
from bot.server import store as server_store

LOOKED_FOR: Final = timedelta(minutes=10)
"""So long who created a server's events is not looked for again, whatever is said meanwhile."""


class StaffReach:
    """Asks Discord before people are called: without the intent for members nobody tells the bot what they lost."""

    def __init__(self, units: UnitsOfWork, client: discord.Client) -> None:
        self._units, self._client = units, client
        self._looked_at: dict[GuildId, datetime] = {}

    async def look(self, promise: Promise[Message]) -> None:
        """Has on record whom the message can reach; raises what Discord answers with in trouble."""
        if says(promise, DecisionsWait):
            await self.look_for_creators(promise.guild_id)
        if says(promise, ByNameAsked):
            await self._look_for_asked(promise)
        if says(promise, StaffCalled):
            await self._look_for_called(promise, await self._units.ask(_channel_of_call, promise))

    async def call(self, promise: Promise[Message], card: Card, translator: Translator) -> Card:
        """The card with the calls that its kind declares, and who answers where nobody of them has Discord."""
        if calls_messages.wants_deciders(promise, card):
            await self.look_for_creators(promise.guild_id)
            card = replace(card, pings=pings(await self._units.ask(calls_messages.deciders, promise)))
        card = calls_messages.as_declared(promise, card)
        if calls_messages.is_answered_for(card):
            await self.look_for_creators(promise.guild_id)
            answers = await self._units.ask(calls_messages.who_answers, promise)
            card = card if answers is None else calls_messages.with_answerer(card, answers, translator)
        return card

    async def _look_for_called(self, promise: Promise[StaffCalled], channel_id: ChannelId | None) -> None:
        """Has on record what the call needs, and who gets a letter."""
        asked = await self._units.ask(tournaments_summons_verbs.to_look_for, promise)
        guild = self._client.get_guild(promise.guild_id)
        if guild is None:
            return
        found = await _find(guild, asked)
        role = asked.role is not None and pings_role(guild, asked.role, channel_id)
        await self._units.do(tournaments_summons_verbs.note_reach, promise, found, role=role)

    async def _look_for_asked(self, promise: Promise[ByNameAsked]) -> None:
        """Has on record who entered players without Discord and has left: then another is asked for them."""
        asked = await self._units.ask(by_name_verbs.to_look_for, promise)
        guild = self._client.get_guild(promise.guild_id)
        if guild is not None and asked.people:
            await self._units.do(by_name_verbs.note_found, promise, await _find(guild, asked))

    async def look_for_creators(self, guild_id: GuildId) -> None:
        """Has on record who of those who created the server's events may still run them; raises as `look` does."""
        guild, now = self._client.get_guild(guild_id), self._units.clock()
        looked_at = self._looked_at.get(guild_id)
        if guild is None or (looked_at is not None and timedelta() <= now - looked_at < LOOKED_FOR):
            return
        asked = await self._units.ask(tournaments_summons_verbs.creators_to_look_for, guild_id)
        if asked.people:
            await self._units.do(tournaments_summons_verbs.note_creators, guild_id, await _find(guild, asked))
        self._looked_at = {one: at for one, at in self._looked_at.items() if now - at < LOOKED_FOR} | {guild_id: now}


def _channel_of_call(tx: Query, promise: Promise[StaffCalled]) -> ChannelId | None:
    community = server_store.load(tx, promise.guild_id)
    return None if community is None else channel_of(promise.message, Place.COMMITTEE, community)


async def _find(guild: discord.Guild, asked: Addressed) -> Found:
    """What Discord says of each."""
    gone, without = set(), set()
    for person_id, member_id in asked.people:
        organises = await may_organise(guild, member_id, asked.role)
        if organises is None:
            gone.add(person_id)
        elif not organises:
            without.add(person_id)
    return Found(frozenset(gone), frozenset(without))


def pings_role(guild: discord.Guild, role_id: RoleId, channel_id: ChannelId | None) -> bool:
    """Whether Discord pings the role when the bot names it in the channel."""
    role = guild.get_role(role_id)
    channel = None if channel_id is None else guild.get_channel(channel_id)
    if role is None:
        return False
    rights = guild.me.guild_permissions if channel is None else channel.permissions_for(guild.me)
    return role.mentionable or rights.mention_everyone
