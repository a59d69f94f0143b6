"""Seats of invited players: `/seats`, what the bot proposes, and the answers of the invited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.entering.qualification import Asked, QualifyingEvent
from bot.domain.ids import GuildId, MemberId
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.entering import seat_cards as cards
from bot.rendering.layout import Card
from bot.services.entering import seats, seats_reading
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.crowds import press
from cogs.moments import starts_meant
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot

_EVENTS = {"league": QualifyingEvent.LEAGUE, "candidates": QualifyingEvent.CANDIDATES}


@on_press("seats-confirm")
async def confirm(interaction: Interaction, subject: str) -> None:
    """Lets the invitations go out."""

    async def act() -> Card:
        view = await interaction.client.house.do(seats.confirm, presser_of(interaction), subject)
        return cards.proposal(view, voice_of(interaction))

    await press(interaction, seats.seats_subject(subject), act)


@on_press("seats-discard")
async def discard(interaction: Interaction, subject: str) -> None:
    """Leaves the seats as they are."""

    async def act() -> Card:
        view = await interaction.client.house.do(seats.discard, presser_of(interaction), subject)
        return cards.proposal(view, voice_of(interaction))

    await press(interaction, seats.seats_subject(subject), act)


@on_press("seat-answer")
async def ask(interaction: Interaction, subject: str) -> None:
    """Shows the presser what they are asked, in private."""
    await answer(interaction, await _own(interaction, subject))


@on_press("seat-yes")
async def accept(interaction: Interaction, subject: str) -> None:
    """Takes a seat, or agrees to play for one."""
    await _say(interaction, subject, accept=True)


@on_press("seat-no")
async def decline(interaction: Interaction, subject: str) -> None:
    """Leaves the place to the next."""
    await _say(interaction, subject, accept=False)


@on_press("seats-show")
async def show_seats(interaction: Interaction, subject: str) -> None:
    """Leads an organiser from the list of things to do to the invitations that wait, or to the seats as they stand."""
    del subject
    guild_id, member_id = GuildId(interaction.guild_id or 0), MemberId(interaction.user.id)
    view, holders, reader = await interaction.client.house.ask(seats_reading.shown, guild_id, member_id)
    voice, waits = voice_of(interaction), view is not None and view.round.confirmed_at is None
    proposed = cards.proposal(view, voice) if view is not None and waits else None
    await answer(interaction, proposed or cards.shown(view, holders, reader, voice))


async def _say(interaction: Interaction, subject: str, *, accept: bool) -> None:
    round_id, _, asked = subject.partition(".")
    presser = presser_of(interaction)
    await interaction.client.house.do(seats.answer, presser, round_id, Asked(asked), accept=accept)
    await update(interaction, await _own(interaction, round_id))


async def _own(interaction: Interaction, round_id: str) -> Card:
    guild_id, member_id = GuildId(interaction.guild_id or 0), MemberId(interaction.user.id)
    view, reader = await interaction.client.house.ask(seats_reading.of_reader, guild_id, round_id, member_id)
    if view is None:
        raise NotFound(what=Subject.TOURNAMENT)
    if not view.round.stands:
        raise Outdated
    voice = voice_of(interaction)
    return cards.nothing_asked(voice) if reader is None else cards.own(view, reader, voice)


@app_commands.guild_only()
class Seats(commands.GroupCog, group_name="seats", group_description="commands.seats"):
    """`/seats`."""

    @app_commands.command(name="show", description="commands.seats_show")
    async def show(self, interaction: Interaction) -> None:
        """Shows who holds a seat, who is asked, and which matches are open."""
        guild_id, member_id = GuildId(interaction.guild_id or 0), MemberId(interaction.user.id)
        view, holders, reader = await interaction.client.house.ask(seats_reading.shown, guild_id, member_id)
        await answer(interaction, cards.shown(view, holders, reader, voice_of(interaction)))

    @app_commands.command(name="match", description="commands.seats_match")
    @app_commands.describe(number="commands.seats_number", when="commands.seats_when")
    async def match(self, interaction: Interaction, number: Literal[1, 2], when: str) -> None:
        """Gives a seat match its moment."""
        meant, _ = starts_meant(interaction, when)
        if not meant:
            raise Outdated
        tournament = await interaction.client.house.do(seats.arrange, presser_of(interaction), number, meant[0])
        await answer(interaction, cards.arranged(tournament, voice_of(interaction)))

    @app_commands.command(name="give", description="commands.seats_give")
    @app_commands.describe(member="commands.seats_member", event="commands.seats_event")
    async def give(
        self, interaction: Interaction, member: discord.Member, event: Literal["league", "candidates"]
    ) -> None:
        """Gives a seat by hand."""
        named = MemberId(member.id), member.display_name
        person = await interaction.client.house.do(seats.give, presser_of(interaction), named, _EVENTS[event])
        await answer(interaction, cards.by_hand(person, _EVENTS[event], voice_of(interaction), given=True))

    @app_commands.command(name="take", description="commands.seats_take")
    @app_commands.describe(member="commands.seats_member", event="commands.seats_event")
    async def take(
        self, interaction: Interaction, member: discord.Member, event: Literal["league", "candidates"]
    ) -> None:
        """Takes a seat away."""
        named = MemberId(member.id), member.display_name
        person = await interaction.client.house.do(seats.take, presser_of(interaction), named, _EVENTS[event])
        await answer(interaction, cards.by_hand(person, _EVENTS[event], voice_of(interaction), given=False))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Seats())
