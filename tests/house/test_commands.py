"""The commands, as Discord would be told of them: read from the bot itself, without a token."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePath

from bot.app import COGS, TournamentBot
from tests.house.reading import functions, python_files, tree


async def test_no_two_commands_share_a_name(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "names.db")
    for name in COGS:
        await bot.load_extension(f"cogs.{name}")
    names = [(command.qualified_name, getattr(command, "type", None)) for command in bot.tree.walk_commands()]
    await bot.close()
    assert names
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_cog_is_loaded_by_the_app() -> None:
    extensions = {
        PurePath(file).stem
        for file in python_files("cogs/")
        if any(one.name == "setup" for one in functions(tree(file)))
    }
    assert extensions == set(COGS)


async def test_no_command_is_offered_in_direct_messages(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "places.db")
    for name in COGS:
        await bot.load_extension(f"cogs.{name}")
    offered = {command.name: command.to_dict(bot.tree).get("contexts") for command in bot.tree.get_commands()}
    await bot.close()
    assert {name: contexts for name, contexts in offered.items() if contexts != [0]} == {}
