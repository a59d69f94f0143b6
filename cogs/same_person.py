"""Staff's word that two people are one: recording it, undoing it, and who is one with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId
from bot.domain.permissions import Act
from bot.rendering.cases import same_person_cards
from bot.rendering.layout import Card
from bot.services.cases import same_person
from cogs.audience import Audience
from cogs.choosing import offered
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import PAGE, SAME_PERSON

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("same-persons", PAGE, Audience.EVERYBODY)
async def turn_list(press: Press, page: int) -> None:
    """Turns the page."""
    await press.update(await _list(press, page))


async def _list(press: Press, page: int) -> Card:
    return same_person_cards.listed(await press.look(same_person.views), page, press.voice)


@suggests(Audience.EVERYBODY)
async def some_links(press: Press, typed: str) -> Choices:
    """The words that hold in the server, by either name."""
    views = await press.look(same_person.views)
    return offered(((" = ".join(one.name for one in view.people), view.link.link_id) for view in views), typed)


class SamePerson(commands.Cog):
    """`/same-person`."""

    group = app_commands.Group(name="same-person", description="commands.same_person", guild_only=True)

    @group.command(name="record", description="commands.same_person_record")
    @app_commands.describe(
        one="commands.same_person_one", other="commands.same_person_other", reason="commands.case_reason"
    )
    @by_command(Act.LINK_PEOPLE)
    async def record(self, press: Press, one: discord.User, other: discord.User, reason: str) -> None:
        """Records that two people are one; either may have left the server, as who evades a bar has."""
        both = (MemberId(one.id), one.display_name), (MemberId(other.id), other.display_name)
        link = await press.do(same_person.record, both, reason)
        view = await press.look(same_person.of_server, link.link_id)
        await press.answer(same_person_cards.told_recorded(view, press.voice))

    @group.command(name="undo", description="commands.same_person_undo")
    @app_commands.describe(link="commands.same_person_link", reason="commands.case_reason")
    @app_commands.autocomplete(link=some_links)
    @by_command(Act.UNLINK_PEOPLE)
    async def undo(self, press: Press, link: str, reason: str) -> None:
        """Ends it, and puts back what it took as far as possible."""
        view = await press.do(same_person.undo, await press.meant(SAME_PERSON, link), reason)
        await press.answer(same_person_cards.told_undone(view, press.voice))

    @group.command(name="list", description="commands.same_person_list")
    @by_command(Audience.EVERYBODY)
    async def show_list(self, press: Press) -> None:
        """Shows who is recorded as one person with whom."""
        await press.answer(await _list(press, 0))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(SamePerson())
