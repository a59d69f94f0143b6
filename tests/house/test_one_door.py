"""What Discord makes anew when asked goes by one door, `bot/living/creation.py`, which looks before it repeats."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord

from tests.house.reading import imports, tree, walked
from tests.house.test_layers import below, speaking

KINDS, DOOR, ANSWERS = "bot/living/creation.py", "bot/living/creation.py", "cogs/answering.py"
HARMLESS_AGAIN = {
    "autocomplete", "defer", "edit_message", "launch_activity", "pong", "send_message", "send_modal",
    "bulk_ban", "consume", "create_dm", "delete_messages", "edit", "end_poll", "prune_members", "sync",
}  # fmt: skip
"""What posts and may be sent again: an interaction is answered once however often it is tried, and the second line's
calls find done what they ask for."""
PACKAGE = Path(discord.__file__).parent


@cache
def functions_of_discord() -> dict[str, list[ast.AST]]:
    """Every function of discord.py by its name, with those of one name together."""
    found: dict[str, list[ast.AST]] = {}
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(node.name, []).append(node)
    return found


def called(function: ast.AST) -> Iterator[tuple[str, str]]:
    """What the function calls: the last name, and the name before it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, ast.unparse(node.func.value).rpartition(".")[2]


def posts_itself(function: ast.AST) -> bool:
    """Whether it names a route with POST."""
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) == "Route" and ast.unparse(node.args[0]) == "'POST'"
        for node in ast.walk(function)
    )


@cache
def posting() -> frozenset[str]:
    """The public calls of discord.py that end in a POST, by way of its HTTP client and of its own private functions."""
    functions = functions_of_discord()
    low = {name for name, many in functions.items() if any(posts_itself(one) for one in many)}
    through = {
        name
        for name, many in functions.items()
        if any(word in low and owner in {"http", "adapter"} for one in many for word, owner in called(one))
    }
    private = {name for name in through if name.startswith("_")}
    further = {name for name, many in functions.items() if any(w in private for one in many for w, _ in called(one))}
    return frozenset(name for name in through | further if not name.startswith("_"))


def calls_by_name(names: frozenset[str]) -> list[tuple[str, int, str]]:
    return [
        (file, node.lineno, ast.unparse(node.func))
        for file in speaking()
        if any(below(name, ("discord",)) for _, name in imports(tree(file)))
        for node in walked(tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
    ]


def test_the_search_knows_what_makes_something() -> None:
    assert {"send", "create_thread", "create_text_channel", "create_role", "create_scheduled_event"} <= posting()
    assert posting() >= HARMLESS_AGAIN
    assert "fetch_channels" not in posting()


def test_nothing_is_made_at_discord_outside_the_one_door() -> None:
    outside = [
        f"{file}:{line} {call}" for file, line, call in calls_by_name(posting() - HARMLESS_AGAIN) if file != KINDS
    ]
    assert [one for one in outside if not (one.startswith(ANSWERS) and one.endswith("interaction.followup.send"))] == []
    assert len(outside) == 1


def test_only_the_door_asks_a_kind_to_create() -> None:
    kinds = {
        node.name
        for node in walked(tree(KINDS))
        if isinstance(node, ast.ClassDef) and any(getattr(one, "name", "") == "create" for one in node.body)
    }
    assert {"MessageToMake", "CalendarEntry", "PrivateThread", "TextChannel", "RoleToMake"} <= kinds
    asked = [
        f"{file}:{node.lineno}"
        for file in speaking()
        for node in walked(tree(file))
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call)
        if ast.unparse(node.value.func).endswith(".create") and file != DOOR
    ]
    assert asked == []


def test_every_kind_knows_how_to_find_its_own_again() -> None:
    blind = [
        node.name
        for node in walked(tree(KINDS))
        if isinstance(node, ast.ClassDef) and "Protocol" not in " ".join(map(ast.unparse, node.bases))
        for names in [{getattr(one, "name", "") for one in node.body}]
        if "create" in names and "find" not in names
    ]
    assert blind == []
