"""Which part of the house a module plays: by the room in which it stands, and in a feature by its name."""

from __future__ import annotations

from functools import cache
from typing import Final

from tests.house.reading import python_files
from tools.mapping.rooms import Role, spot

WITHOUT: Final = ("bot/i18n/", "bot/rulebooks/", "bot/record/", "bot/kernel/errors.py")
"""What reads files, or is under all: no rules, cards or stores."""
DECIDING: Final = (Role.HOOKS, Role.VERBS, Role.PLUGS)
"""What decides within a transaction, and what features add to it."""


@cache
def role_of(path: str) -> Role | None:
    """The role of a module; None for the process, and for rooms whose modules have none."""
    if not path.startswith(("bot/", "cogs/")) or path.startswith(WITHOUT):
        return None
    role = spot(path).role
    return None if role is Role.PROCESS else role


def modules_of(*roles: Role) -> list[str]:
    """The modules of these roles, wherever they stand."""
    return [one for one in python_files("bot/", "cogs/") if role_of(one) in roles]
