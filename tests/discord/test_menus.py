"""The menus of people and messages, opened by whoever wishes ill: they tell and do no more than they should."""

from __future__ import annotations

from unittest.mock import Mock

import discord
from discord import app_commands

from tests.discord.test_walk import World, world

__all__ = ["world"]


async def test_menus_of_people_and_messages_tell_and_do_nothing_they_should_not(world: World) -> None:
    menus = [one for one in world.stage.bot.tree.get_commands() if isinstance(one, app_commands.ContextMenu)]
    player, before, wrong = world.roles["player"].member, world.dump(), []
    by_a_bot = Mock(discord.Member, id=5, display_name="Bot", bot=True)
    for menu in menus:
        for who, forger in world.roles.items():
            for author in (player, forger.member, by_a_bot):
                message = Mock(discord.Message, author=author, jump_url="https://discord.com/channels/1/2/3")
                target = message if menu.type is discord.AppCommandType.message else author
                answers = await forger.open_menu(menu, target)
                wrong += [(menu.name, who, one) for one in world.wrong(answers, read=True)]
    assert menus
    assert wrong == []
    assert world.dump() == before
