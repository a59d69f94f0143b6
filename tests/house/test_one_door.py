"""What Discord makes anew when asked goes by one door, `bot/living/creation.py`, which looks before it repeats."""

from __future__ import annotations

import ast

from tests.house.calls_of_discord import posting
from tests.house.reading import imports, tree, walked
from tests.house.test_layers import below, speaking

KINDS, DOOR, ANSWERS = "bot/living/creation.py", "bot/living/creation.py", "cogs/answering.py"
HARMLESS_AGAIN = {
    "autocomplete", "defer", "edit_message", "launch_activity", "pong", "send_message", "send_modal",
    "bulk_ban", "consume", "create_dm", "delete_messages", "edit", "end_poll", "prune_members", "sync",
}  # fmt: skip
"""What posts and may be sent again: an interaction is answered once however often it is tried, and the second line's
calls find done what they ask for."""


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
