"""Seats of invited players: `/seats`, what the bot proposes, and the answers of the invited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.entering.qualification import Asked, QualifyingEvent
from bot.domain.ids import MemberId
from bot.domain.permissions import Act
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.entering import seat_cards as cards
from bot.rendering.layout import Card
from bot.services.entering import seats, seats_by_hand, seats_reading
from cogs.audience import Audience
from cogs.crowds import live
from cogs.moments import starts_meant
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import NOTHING, SEAT_ROUND, one_of, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot

_EVENTS = {
    "league": QualifyingEvent.LEAGUE,
    "candidates": QualifyingEvent.CANDIDATES,
    "world": QualifyingEvent.WORLD,
}
_Event = Literal["league", "candidates", "world"]


ASKED = pair(SEAT_ROUND, one_of(Asked))
AskedIn = tuple[str, Asked]


@on_press("seats-confirm", SEAT_ROUND, Act.CREATE_TOURNAMENT)
async def confirm(press: Press, round_id: str) -> None:
    """Lets the invitations go out."""

    async def act() -> Card:
        view = await press.do(seats.confirm, round_id)
        return cards.proposal(view, press.voice)

    await live(press, seats_reading.seats_subject(round_id), act)


@on_press("seats-discard", SEAT_ROUND, Act.CREATE_TOURNAMENT)
async def discard(press: Press, round_id: str) -> None:
    """Leaves the seats as they are."""

    async def act() -> Card:
        view = await press.do(seats.discard, round_id)
        return cards.proposal(view, press.voice)

    await live(press, seats_reading.seats_subject(round_id), act)


@on_press("seat-answer", SEAT_ROUND, Audience.ADDRESSED)
async def ask(press: Press, round_id: str) -> None:
    """Shows the presser what they are asked, in private."""
    await press.answer(await _own(press, round_id))


@on_press("seat-yes", ASKED, Audience.ADDRESSED)
async def accept(press: Press, meant: AskedIn) -> None:
    """Takes a seat, or agrees to play for one."""
    await _say(press, meant, accept=True)


@on_press("seat-no", ASKED, Audience.ADDRESSED)
async def decline(press: Press, meant: AskedIn) -> None:
    """Leaves the place to the next."""
    await _say(press, meant, accept=False)


@on_press("seats-show", NOTHING, Audience.EVERYBODY)
async def show_seats(press: Press, _: None) -> None:
    """Leads an organiser from the list of things to do to the invitations that wait, or to the seats as they stand."""
    views, holders, reader = await press.look(seats_reading.shown, press.member_id)
    waiting = [one for one in views if one.round.confirmed_at is None]
    proposed = cards.proposal(waiting[0], press.voice) if waiting else None
    await press.answer(proposed or cards.shown(views, holders, reader, press.voice))


async def _say(press: Press, meant: AskedIn, *, accept: bool) -> None:
    round_id, asked = meant
    await press.do(seats.answer, round_id, asked, accept=accept)
    await press.update(await _own(press, round_id))


async def _own(press: Press, round_id: str) -> Card:
    member_id = press.member_id
    view, reader = await press.look(seats_reading.of_reader, round_id, member_id)
    if view is None:
        raise NotFound(what=Subject.TOURNAMENT)
    if not view.round.stands:
        raise Outdated
    voice = press.voice
    return cards.nothing_asked(voice) if reader is None else cards.own(view, reader, voice)


@app_commands.guild_only()
class Seats(commands.GroupCog, group_name="seats", group_description="commands.seats"):
    """`/seats`."""

    @app_commands.command(name="show", description="commands.seats_show")
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press) -> None:
        """Shows who holds a seat, who is asked, and which matches are open."""
        views, holders, reader = await press.look(seats_reading.shown, press.member_id)
        await press.answer(cards.shown(views, holders, reader, press.voice))

    @app_commands.command(name="match", description="commands.seats_match")
    @app_commands.describe(number="commands.seats_number", when="commands.seats_when")
    @by_command(Act.CREATE_TOURNAMENT)
    async def match(self, press: Press, number: Literal[1, 2], when: str) -> None:
        """Gives a seat match its moment."""
        meant, _ = starts_meant(press, when)
        if not meant:
            raise Outdated
        tournament = await press.do(seats.arrange, number, meant[0])
        await press.answer(cards.arranged(tournament, press.voice))

    @app_commands.command(name="give", description="commands.seats_give")
    @app_commands.describe(member="commands.seats_member", event="commands.seats_event", reason="commands.seats_reason")
    @by_command(Act.CREATE_TOURNAMENT)
    async def give(self, press: Press, member: discord.Member, event: _Event, reason: str) -> None:
        """Gives a seat by hand."""
        named = MemberId(member.id), member.display_name
        person = await press.do(seats_by_hand.give, named, _EVENTS[event], reason)
        await press.answer(cards.by_hand(person, _EVENTS[event], press.voice, given=True))

    @app_commands.command(name="take", description="commands.seats_take")
    @app_commands.describe(member="commands.seats_member", event="commands.seats_event", reason="commands.seats_reason")
    @by_command(Act.CREATE_TOURNAMENT)
    async def take(self, press: Press, member: discord.Member, event: _Event, reason: str) -> None:
        """Takes a seat away."""
        named = MemberId(member.id), member.display_name
        person = await press.do(seats_by_hand.take, named, _EVENTS[event], reason)
        await press.answer(cards.by_hand(person, _EVENTS[event], press.voice, given=False))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Seats())
