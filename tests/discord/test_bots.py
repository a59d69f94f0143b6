"""A bot is no person, wherever a member can be named."""

from __future__ import annotations

from unittest.mock import Mock

import discord
from discord import app_commands

from tests.discord.harness import Stage, rows
from tests.discord.test_people_by_name import known_by_name
from tests.discord.test_walk import World, options, world

__all__ = ["world"]
NOBODY = "That is a bot"
REFUSED_FOR_ANOTHER_OPTION = {"conduct", "link"}
"""The forged value of an option before it is refused first."""


async def test_no_command_and_no_menu_takes_a_bot_for_a_person(world: World) -> None:
    robot = Mock(discord.Member, id=5, display_name="Robot", bot=True)
    before, taken, asked = world.dump(), [], 0
    for command in world.commands():
        for option in command.parameters:
            if option.type is not discord.AppCommandOptionType.user or command.qualified_name == "jeek play":
                continue  # Its own sentence says that a bot would never move.
            given = {**options(world, command, None), option.display_name: robot}
            answers = await world.roles["officer"].type(command, given)
            asked += 1
            taken += [] if NOBODY in answers.all else [command.qualified_name]
    assert set(taken) <= REFUSED_FOR_ANOTHER_OPTION
    taken = []
    message = Mock(discord.Message, author=robot, jump_url="https://discord.com/channels/1/2/3")
    for menu in world.stage.bot.tree.get_commands():
        if isinstance(menu, app_commands.ContextMenu):
            target = message if menu.type is discord.AppCommandType.message else robot
            answers = await world.roles["officer"].open_menu(menu, target)
            taken += [] if NOBODY in answers.all else [menu.name]
    assert asked > 20
    assert taken == []
    assert world.dump() == before


async def test_a_bot_that_is_chosen_in_a_menu_is_linked_to_nobody(stage: Stage) -> None:
    person_id = await known_by_name(stage)
    robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
    card = await stage.organiser.type("player", name=person_id)
    menu = await stage.organiser.press(card.post, "link-who")
    refused = await stage.organiser.choose(menu.post, "link-member", robot)
    assert NOBODY in refused.text
    assert rows(stage, "SELECT * FROM people WHERE discord_id = ?", robot.id) == []
