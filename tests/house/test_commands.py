"""The commands, as Discord would be told of them: read from the bot itself, without a token."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePath

from bot.app import COGS, TournamentBot
from bot.i18n.commands import command_text
from tests.house.reading import functions, python_files, tree

MOST_SUBCOMMANDS, MOST_LETTERS = 25, 8_000
"""What Discord takes of one command."""


async def test_no_two_commands_share_a_name(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "names.db")
    await bot.load_cogs()
    names = [(command.qualified_name, getattr(command, "type", None)) for command in bot.tree.walk_commands()]
    await bot.close()
    assert names
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_cog_is_loaded_by_the_app() -> None:
    cogs = {
        PurePath(file).stem
        for file in python_files("cogs/")
        if any(one.name == "setup" for one in functions(tree(file)))
    }
    assert cogs == set(COGS)


async def test_no_command_is_offered_in_direct_messages(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "places.db")
    await bot.load_cogs()
    offered = {command.name: command.to_dict(bot.tree).get("contexts") for command in bot.tree.get_commands()}
    await bot.close()
    assert {name: contexts for name, contexts in offered.items() if contexts != [0]} == {}


async def test_every_command_fits_discords_limits_in_the_longest_language(tmp_path: Path) -> None:
    """Discord counts names, descriptions and choices of a whole command, of each text its longest translation."""
    bot = TournamentBot(tmp_path / "limits.db")
    await bot.load_cogs()
    told = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    assert told
    too_many = [one["name"] for one in told if len(one.get("options", ())) > MOST_SUBCOMMANDS]
    too_long = [(one["name"], letters(one)) for one in told if letters(one) > MOST_LETTERS]
    assert (too_many, too_long) == ([], [])


def letters(command: object) -> int:
    """Of an object as it is sent: every name, description and value, each in the language in which it is longest."""
    if isinstance(command, list):
        return sum(letters(one) for one in command)
    if not isinstance(command, dict):
        return 0
    counted = sum(longest(str(command[key])) for key in ("name", "description", "value") if key in command)
    return counted + sum(letters(one) for one in command.values())


def longest(text: str) -> int:
    """The longest translation of a key, and of anything else its own letters."""
    return max(len(command_text(text, locale) or text) for locale in ("en-US", "pt-BR", "es-ES", "it"))
