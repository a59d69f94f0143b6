"""Writes docs/commands.md: which commands each kind of person sees in each kind of server, and what each is for.

`python -m tools.command_table`; a house test holds the page to what the bot offers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

import discord
from discord import AppCommandType, app_commands

from bot.app import TournamentBot
from bot.i18n.catalogue import DEFAULT_LOCALE, Translator, command_text, key_of
from bot.kernel.ids import ALL, Switch
from cogs.subjects import MANAGE_EVENTS, MANAGE_SERVER, OFFERS, commands_by_switch, is_offered

FILE: Final = Path(__file__).parents[1] / "docs" / "commands.md"
NOTHING: Final = discord.Permissions.none()
SERVERS: Final[Mapping[str, frozenset[Switch]]] = MappingProxyType(
    {
        "an ordinary server": frozenset(),
        "a club of Go": frozenset({Switch.GO, Switch.TEAMS}),
        "a card game": frozenset({Switch.DECKS}),
        "an association": ALL,
    }
)
PEOPLE: Final[Mapping[str, discord.Permissions]] = MappingProxyType(
    {
        "player": NOTHING,
        "organiser by the organisers' role": NOTHING,
        "arbiter": NOTHING,
        "officer": NOTHING,
        "who has Manage Events": MANAGE_EVENTS,
        "organiser by Manage Server": MANAGE_EVENTS | MANAGE_SERVER,
        "the server's owner": discord.Permissions.all(),
    }
)
"""With the permissions by which Discord knows them; titles and the organisers' role are none."""
HEAD: Final = """\
# Commands

This page is made by `python -m tools.command_table`. Discord shows a command by two things that it knows: the server,
and permissions. A page of `/setup` switches what a server has beside the ordinary commands; an event switches on what
it needs. Of titles and of the organisers' role Discord knows nothing, so arbiters, officers and organisers by role act
through `/desk` and the buttons of cards. Whatever Discord shows, the bot asks each time who may.

## Who sees what
"""


def text() -> str:
    """The page as the file holds it."""
    return "\n".join([HEAD, *_who_sees_what(), "", "## What each is for", "", *_what_each_is_for(), ""])


def seen(permissions: discord.Permissions, switches: frozenset[Switch]) -> tuple[str, ...]:
    """The first words of what somebody with the permissions can type in a server with the switches."""
    return tuple(name for name in sorted(OFFERS) if _is_typed(name) and is_offered(name, permissions, switches))


def _who_sees_what() -> Iterable[str]:
    yield f"| who | {' | '.join(SERVERS)} |"
    yield "| --- |" + " --- |" * len(SERVERS)
    for who, permissions in PEOPLE.items():
        counts = [str(len(seen(permissions, switches))) for switches in SERVERS.values()]
        yield f"| {who} | {' | '.join(counts)} |"
    yield ""
    yield f"- **Everybody, everywhere:** {_listed(seen(NOTHING, frozenset()))}"
    yield f"- **With Manage Events besides:** {_listed(_more(MANAGE_EVENTS, NOTHING))}"
    yield f"- **With Manage Server besides:** {_listed(_more(MANAGE_SERVER, NOTHING))}"
    for switch, brought in commands_by_switch().items():
        yield f"- **Where {_called(switch)} is switched on:** {_listed(brought)}"
    yield f"- **In the menu of a member or a message:** {_menus()}"


def _more(permissions: discord.Permissions, than: discord.Permissions) -> tuple[str, ...]:
    fewer = set(seen(than, frozenset()))
    return tuple(name for name in seen(permissions, frozenset()) if name not in fewer)


def _is_typed(name: str) -> bool:
    """Whether it stands behind the slash, whose names have small letters; the others are in menus."""
    return name == name.lower()


def _menus() -> str:
    names = [(name, OFFERS[name].switch) for name in sorted(OFFERS) if not _is_typed(name)]
    return ", ".join(f"{name} ({_called(switch)})" if switch else name for name, switch in names)


def _called(switch: Switch) -> str:
    return Translator(DEFAULT_LOCALE).say(f"setup.switch.{switch}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"/{name}" for name in names)


def _what_each_is_for() -> Iterable[str]:
    yield "| command | what for |"
    yield "| --- | --- |"
    for name in sorted(asyncio.run(_typed())):
        yield f"| `/{name}` | {command_text(key_of(name), DEFAULT_LOCALE)} |"


async def _typed() -> list[str]:
    """What can be typed after the slash, as the bot has it."""
    with TemporaryDirectory() as folder:
        bot = TournamentBot(Path(folder) / "commands.db")
        await bot.load_cogs()
        found = bot.tree.walk_commands(type=AppCommandType.chat_input)
        names = [one.qualified_name for one in found if isinstance(one, app_commands.Command)]
        await bot.close()
    return names


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
