"""Arbiters: going on and off duty, who follows what, and giving a match by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, MemberId
from bot.domain.permissions import Act
from bot.rendering.playing import arbiter_cards
from bot.rendering.text import plain
from bot.services.playing import duty
from cogs.audience import Audience
from cogs.choosing import offered
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import MATCH, NOTHING

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("duty-on", NOTHING, Act.GO_ON_DUTY)
async def go_on(press: Press, _: None) -> None:
    """Takes the presser on duty."""

    change = await press.do(duty.go_on)
    await press.answer(arbiter_cards.on_duty(change, press.voice))


@on_press("duty-off", NOTHING, Act.GO_ON_DUTY)
async def go_off(press: Press, _: None) -> None:
    """Ends the presser's duty."""

    change = await press.do(duty.go_off)
    await press.answer(arbiter_cards.off_duty(change, press.voice))


@suggests(Audience.EVERYBODY)
async def open_matches(press: Press, typed: str) -> Choices:
    """Matches of running events that are not settled, by their players."""
    found = await press.look(duty.open_matches)
    named = (
        (" – ".join(plain(person.name, 40) for person in match.people), match.contest.contest_id) for match in found
    )
    return offered(named, typed)


OpenMatch = app_commands.Transform[ContestId, Option(taking(MATCH), open_matches)]


@app_commands.guild_only()
class Arbiters(commands.GroupCog, group_name="arbiter", group_description="commands.arbiter"):
    """Commands of and about arbiters."""

    @app_commands.command(name="on", description="commands.arbiter_on")
    @by_command(Act.GO_ON_DUTY)
    async def on_command(self, press: Press) -> None:
        """Goes on duty; matches that wait are called at once."""
        await go_on(press, None)

    @app_commands.command(name="off", description="commands.arbiter_off")
    @by_command(Act.GO_ON_DUTY)
    async def off_command(self, press: Press) -> None:
        """Goes off duty; open matches are handed over."""
        await go_off(press, None)

    @app_commands.command(name="list", description="commands.arbiter_list")
    @by_command(Audience.EVERYBODY)
    async def list_command(self, press: Press) -> None:
        """Shows who is on duty and who follows what."""
        found = await press.look(duty.listing)
        await press.answer(arbiter_cards.listing(found, press.voice))

    @app_commands.command(name="assign", description="commands.arbiter_assign")
    @app_commands.describe(match="commands.arbiter_assign_match", arbiter="commands.arbiter_assign_arbiter")
    @by_command(Act.ASSIGN_ARBITER)
    async def assign_command(self, press: Press, match: OpenMatch, arbiter: discord.Member) -> None:
        """Gives a match to an arbiter by hand."""
        given = await press.do(duty.assign, match, MemberId(arbiter.id))
        await press.answer(arbiter_cards.assigned(given, arbiter.id, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Arbiters())
