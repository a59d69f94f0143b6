"""Whatever the bot can promise to say has one notice that makes the message, of the fields that its kind has."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Final

import pytest

from bot import wiring
from bot.features.match_threads.model import ThreadTended
from bot.kernel.promises import NO_MESSAGES, Message, Unread, name_of
from tests.house.planting import Plant, is_found
from tests.house.reading import python_files, tree, walked
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role, spot

NOTICING: Final = (Role.MESSAGES, Role.PLUGS)
"""Where the notices of a feature stand: in its plugs, or in messages where it has none."""
BELOW: Final = ("bot.kernel.outbox", "bot.kernel.promises")
"""Kinds about messages themselves, and what all others are made of."""


def kinds() -> Iterator[type[Message]]:
    """Every kind of message: the classes in modules of sayings that no other is made of."""
    named = [path.removesuffix(".py").replace("/", ".") for path in modules_of(Role.MODEL)]
    modules = [*(one for one in named if one.endswith("model")), *BELOW]
    own = [
        one
        for name in modules
        for one in vars(import_module(name)).values()
        if isinstance(one, type) and issubclass(one, Message) and one.__module__ == name
    ]
    parents = {parent for one in own for parent in one.__mro__[1:]} | {Unread}
    yield from (one for one in own if one not in parents and not name_of(one).startswith("of_"))


def test_every_kind_of_message_has_its_notice_in_one_module() -> None:
    named = [path.removesuffix(".py").replace("/", ".") for path in modules_of(*NOTICING)]
    modules = [import_module(name) for name in named]
    tables = (vars(module)[name] for module in modules for name in vars(module) if name.endswith("NOTICES"))
    found = Counter(message for table in tables for message in table)
    assert found == Counter(set(kinds()) - set(wiring.MADE_OTHERWISE))
    assert set(wiring.ALL) == set(found)


READ_OUTSIDE: Final = {"pages"}
"""Whose messages are objects for readers outside of Discord, and no notices."""


def test_a_feature_with_plugs_keeps_its_notices_in_them() -> None:
    speaking, plugged = ({spot(path).room for path in modules_of(role)} for role in NOTICING)
    assert speaking & plugged == READ_OUTSIDE


@pytest.mark.plants
def test_messages_beside_plugs_are_found() -> None:
    files = {"bot/features/jeek/messages.py": "A = 1\n"}
    assert is_found(Plant(test_a_feature_with_plugs_keeps_its_notices_in_them, "jeek", files))


def test_no_two_kinds_are_stored_by_one_name() -> None:
    assert max(Counter(map(name_of, kinds())).values()) == 1


def test_the_lanes_of_their_own_are_of_what_is_no_message() -> None:
    in_order_with_the_match = {name_of(ThreadTended)}
    assert set(NO_MESSAGES) == {name_of(kind) for kind in wiring.MADE_OTHERWISE} - in_order_with_the_match


def test_what_was_promised_is_read_by_its_fields_and_nowhere_by_a_word() -> None:
    found = [
        f"{file}:{node.lineno}"
        for file in python_files("bot/", "cogs/")
        for node in walked(tree(file))
        if isinstance(node, ast.Attribute) and node.attr == "details"
        if isinstance(node.value, ast.Name) and node.value.id in {"promise", "promised", "message", "kept"}
        if file not in {"bot/kernel/promises.py", "bot/kernel/context.py", "bot/kernel/outbox.py"}
    ]
    words = [
        f"{file}:{node.lineno}"
        for file in modules_of(*NOTICING)
        for node in walked(tree(file))
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ]
    assert found + words == []
