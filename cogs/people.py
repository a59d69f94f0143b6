"""What to do now, the ranking, and people's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId
from bot.domain.people_views import PlayerPage
from bot.rendering import people_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.rendering.text import plain
from bot.services import guidance, profile
from cogs.audience import Audience
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import NOTHING, OTHER_WORDS, PAGE

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("now", NOTHING, Audience.EVERYBODY)
async def now(press: Press, _: None) -> None:
    """Tells the presser alone all that there is to do, whatever message carried the button."""

    await press.answer(await _guidance(press))


@on_press("now-again", NOTHING, Audience.EVERYBODY)
async def now_again(press: Press, _: None) -> None:
    """Looks again, in the same message."""

    await press.update(await _guidance(press))


@on_press("ranking", PAGE, Audience.EVERYBODY)
async def ranking(press: Press, page: int) -> None:
    """Shows the presser a page of the ranking."""
    await press.answer(await _ranking(press, page))


@on_press("ranking-page", PAGE, Audience.EVERYBODY)
async def turn_ranking(press: Press, page: int) -> None:
    """Turns the page."""
    await press.update(await _ranking(press, page))


@on_press("ranking-share", PAGE, Audience.EVERYBODY)
async def share_ranking(press: Press, page: int) -> None:
    """Shows the page to everybody in the channel."""
    await press.answer(await _ranking(press, page, shared=True), private=False)


@on_press("player-share", OTHER_WORDS, Audience.EVERYBODY)
async def share_player(press: Press, name: str) -> None:
    """Shows a person's page to everybody in the channel."""
    page = await _page(press, name)
    await press.answer(people_cards.player(page, press.voice, shared=True), private=False)


async def _guidance(press: Press) -> Card:
    found = await press.ask(guidance.duties)
    return desk_cards.guidance(found, press.voice)


async def _ranking(press: Press, page: int, *, shared: bool = False) -> Card:
    found = await press.look(profile.ranking_page, page)
    return people_cards.ranking(found, press.voice, shared=shared)


async def _page(press: Press, name: str) -> PlayerPage:
    presser = press.presser
    return await press.look(profile.page_by_name, name, presser.at)


@suggests(Audience.EVERYBODY)
async def known_names(press: Press, typed: str) -> Choices:
    """People whom the bot knows in the server, by a part of their name."""
    found = await press.look(profile.names_like, typed)
    return [app_commands.Choice(name=plain(person.name), value=person.person_id) for person in found]


class People(commands.Cog):
    """`/me`, `/player`, `/ranking`."""

    @app_commands.command(name="me", description="commands.me")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def me(self, press: Press) -> None:
        """Tells the person all that there is to do."""
        await press.answer(await _guidance(press))

    @app_commands.command(name="player", description="commands.player")
    @app_commands.describe(member="commands.player_member", name="commands.player_name")
    @app_commands.autocomplete(name=known_names)
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def player(self, press: Press, member: discord.Member | None = None, name: str | None = None) -> None:
        """Shows a person's page; without an argument, the own."""
        voice = press.voice
        if name and member is None:
            await press.answer(people_cards.player(await _page(press, name), voice))
            return
        presser = press.presser
        member_id = presser.member_id if member is None else MemberId(member.id)
        page = await press.look(profile.page_of_member, member_id, presser.at)
        await press.answer(
            people_cards.stranger(member_id, voice) if page is None else people_cards.player(page, voice)
        )

    @app_commands.command(name="ranking", description="commands.ranking")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def ranking_command(self, press: Press) -> None:
        """Shows the ranking, first page first."""
        await press.answer(await _ranking(press, 1))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(People())
