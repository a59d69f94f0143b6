"""Everything that comes from Discord comes through the one door, and says there what it takes."""

from __future__ import annotations

import ast
import asyncio
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.app import TournamentBot
from bot.server.model import Act
from cogs.commands import Option
from cogs.request import Request
from cogs.routing import VERBS, on_press
from cogs.subjects import Audience
from tests.house.reading import functions, python_files, tree, walked

THE_DOOR = {"cogs/answering.py", "cogs/commands.py", "cogs/request.py", "cogs/routing.py"}
MAY_SPLIT = {"cogs/subjects.py", "cogs/routing.py"}
OF_AN_INTERACTION = {"client", "interaction", "namespace", "response", "followup"}
AnyCommand = app_commands.Command[Any, ..., Any]
SUBJECTS = {"subject", "meant", "custom_id"}


@cache
def bot() -> TournamentBot:
    """The bot with all its commands, not started."""

    async def loaded() -> TournamentBot:
        found = TournamentBot(Path("nowhere.db"))
        await found.load_cogs()
        return found

    return asyncio.run(loaded())


def commands() -> list[AnyCommand]:
    return [one for one in bot().tree.walk_commands() if isinstance(one, app_commands.Command)]


def test_nobody_but_the_door_reaches_the_bot_behind_an_interaction() -> None:
    beside = [
        f"{file}:{node.lineno}"
        for file in python_files("cogs/")
        if file not in THE_DOOR
        for node in walked(tree(file))
        if isinstance(node, ast.Attribute) and node.attr in OF_AN_INTERACTION
    ]
    assert beside == []


def test_only_the_door_knows_discords_interaction() -> None:
    named = [
        f"{file}:{node.lineno}"
        for file in python_files("cogs/")
        if file not in THE_DOOR
        for node in walked(tree(file))
        if isinstance(node, ast.Name) and node.id == "Interaction"
    ]
    assert named == []


def test_no_cog_takes_a_subject_apart_by_hand() -> None:
    by_hand = [
        f"{file}:{node.lineno}"
        for file in python_files("cogs/")
        if file not in MAY_SPLIT
        for node in walked(tree(file))
        if isinstance(node, ast.Attribute) and node.attr in {"split", "partition", "rpartition", "rsplit"}
        if isinstance(node.value, ast.Name) and node.value.id in SUBJECTS
    ]
    assert by_hand == []


def test_what_a_menu_carries_is_read_as_what_it_means_and_never_made_an_id_by_hand() -> None:
    made = [
        f"{file}:{node.lineno} {ast.unparse(node)}"
        for file in python_files("cogs/")
        for node in walked(tree(file))
        if isinstance(node, ast.Call) and re.fullmatch(r"\w+Id|int", ast.unparse(node.func))
        if any("press.choice()" in ast.unparse(one) for one in node.args)
    ]
    assert made == []


def test_every_verb_declares_what_it_takes_and_who_may_see_it_and_is_handled_by_a_press() -> None:
    assert bot() is not None
    for verb, one in VERBS.items():
        assert one.takes is not None, verb
        assert isinstance(one.requires, Audience | Act), verb
        first, *_ = one.handler.__annotations__.values()
        assert first in {"Request", Request}, verb


def test_no_verb_is_registered_by_two_handlers() -> None:
    async def another(request: Request, subject: object) -> None:
        """Stands elsewhere."""

    with pytest.raises(ValueError, match=r"agree is registered by cogs\.\S+ and \S+another"):
        on_press("agree", VERBS["agree"].takes, VERBS["agree"].requires)(another)


def seen_by_all(command: AnyCommand) -> list[str]:
    """What of the command does not say who may see it: itself, or a list of suggestions."""
    asked = {"": command.callback}
    for name, parameter in command._params.items():
        if parameter.autocomplete:
            asked[name] = getattr(parameter._annotation, "_suggestions", parameter.autocomplete)
    return [
        f"{command.qualified_name} {name}".strip()
        for name, one in asked.items()
        if not isinstance(getattr(one, "requires", None), Audience | Act)
    ]


def test_every_command_and_list_of_suggestions_says_who_may_see_it() -> None:
    assert commands()
    assert [one for command in commands() for one in seen_by_all(command)] == []


def test_every_command_comes_through_the_door() -> None:
    inner = {one.qualified_name: getattr(one.callback, "__wrapped__", None) for one in commands()}
    assert [name for name, one in inner.items() if one is None] == []
    takes = {name: next(iter(one.__annotations__.values())) for name, one in inner.items() if one is not None}
    assert [name for name, first in takes.items() if first not in {"Request", Request}] == []


ID_OPTIONS = {"tournament", "match", "case", "bar", "vote", "player", "other", "team", "against"}


def test_an_option_that_names_a_thing_says_which() -> None:
    assert [
        f"{command.qualified_name} {name}"
        for command in commands()
        for name, parameter in command._params.items()
        if name in ID_OPTIONS and parameter.type.name == "string" and not isinstance(parameter._annotation, Option)
    ] == []


def test_what_everybody_reads_is_never_in_the_pressers_own_language() -> None:
    own = [
        f"{file}:{function.lineno} {function.name}"
        for file in python_files("cogs/")
        for function in functions(tree(file))
        if any(_is_public(one) for one in function.decorator_list)
        for node in walked(function)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "request.translator"
    ]
    assert own == []


def _is_public(decorator: ast.expr) -> bool:
    given = decorator.keywords if isinstance(decorator, ast.Call) else []
    return any(one.arg == "public" and ast.unparse(one.value) == "True" for one in given)
