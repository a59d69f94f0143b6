"""Whom Discord notifies of a message, as the rehearsals count it."""

from __future__ import annotations

from typing import Any

from rehearsal.notified import users_and_roles


def message(text: str, users: tuple[str, ...] = (), roles: tuple[str, ...] = ()) -> dict[str, Any]:
    components = [{"type": 17, "components": [{"type": 10, "content": text}]}]
    return {"components": components, "allowed_mentions": {"parse": [], "users": users, "roles": roles}}


def test_who_is_allowed_and_named_is_notified() -> None:
    assert users_and_roles(message("<@1> and <@&9>, your turn", ("1",), ("9",))) == ({1}, {9})


def test_who_is_allowed_and_not_named_is_not_notified() -> None:
    assert users_and_roles(message("Your turn", ("1",), ("9",))) == (set(), set())


def test_who_is_named_and_not_allowed_is_not_notified() -> None:
    assert users_and_roles(message("<@1> and <@&9>")) == (set(), set())
