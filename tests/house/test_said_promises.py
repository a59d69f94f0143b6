"""What asks whether a message was said before must find it for as long as it asks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import get_type_hints

import pytest

from bot.kernel.outbox import HELD
from bot.kernel.promises import Message
from tests.house import reading
from tests.house.test_notices import kinds

ASKING = {
    f"outbox.{one}" for one in ("all_promises", "last_delivery", "undelivered_promises", "is_on_its_way", "withdraw")
}
WITHOUT_END = {
    "MirrorRoles": "asks only for what is still to be done",
    "RolesBlocked": "is told anew after a day",
    "StaffCalled": "is looked for by the call itself, as long as its matters are open",
    "StaffWritten": "follows its call within minutes",
    "StillCalled": "follows its message within minutes",
}
"""Kinds about what never ends, of which an old message is not missed, and why."""
PASSED_ON = {
    "committee_verbs.py: card": "asks for the panel first, which the message is",
    "finals_verbs.py: kind": "about a series",
    "speaking_verbs.py: kind": "draws a message anew that is a panel",
    "summons_verbs.py: kind": "about an event",
}
"""Functions that are handed the kind, and what it is about."""


def asked(name: str, module: ast.Module) -> Iterator[tuple[str, str]]:
    """The place and the kind of each question whether a message was said."""
    for node in reading.walked(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
            yield name, ast.unparse(node.args[1])


def unkept(questions: Iterator[tuple[str, str]], about: dict[str, str]) -> set[str]:
    """Kinds that somebody asks about and that go while what they are about goes on."""
    return {
        f"{name}: {kind}"
        for name, kind in questions
        if about.get(kind) not in HELD
        and kind not in WITHOUT_END
        and f"{name.rpartition('/')[2]}: {kind}" not in PASSED_ON
    }


def subjects() -> dict[str, str]:
    """What each kind of message is about: its first field."""
    return {kind.__name__: subject(kind) for kind in kinds()}


def subject(kind: type[Message]) -> str:
    classes = [one for one in reversed(kind.__mro__) if issubclass(one, Message) and one is not Message]
    own: Iterator[str] = (name for one in classes for name in vars(one).get("__annotations__", {}))
    return next(name for name in own if "ClassVar" not in str(get_type_hints(kind, include_extras=True)[name]))


def test_no_message_goes_that_somebody_still_asks_for() -> None:
    questions = [found for name in reading.python_files("bot/", "cogs/") for found in asked(name, reading.tree(name))]
    assert len(questions) > 25
    assert unkept(iter(questions), subjects()) == set()


@pytest.mark.plants
@pytest.mark.parametrize("call", ["all_promises(tx, AppealMade, 1)", "last_delivery(tx, RolesGone, guild)"])
def test_a_question_about_what_is_not_kept_is_seen(call: str) -> None:
    questions = asked("planted.py", ast.parse(f"outbox.{call}"))
    assert len(unkept(questions, subjects())) == 1
