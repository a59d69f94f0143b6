"""Which part of the house a module plays, whether it still stands in a layer or in the folder of its feature."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from tests.house.reading import python_files
from tools.mapping.rooms import FEATURES, Role, spot

LAYERS: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "bot/domain/": Role.MODEL,
        "bot/storage/": Role.STORE,
        "bot/services/": Role.VERBS,
        "bot/notices/": Role.MESSAGES,
        "bot/rendering/": Role.CARDS,
        "cogs/": Role.COG,
    }
)
DECIDING: Final = (Role.HOOKS, Role.VERBS, Role.PLUGS)
"""What decides within a transaction, and what features add to it."""


@cache
def role_of(path: str) -> Role | None:
    """The role of a module; None for what has none: the process, the living parts, records and rulebooks."""
    layer = next((one for one in LAYERS if path.startswith(one)), None)
    if layer is not None:
        return LAYERS[layer]
    if path.startswith(f"{FEATURES}/") and len(PurePosixPath(path).parts) > len(PurePosixPath(FEATURES).parts) + 1:
        return spot(path).role
    return None


def modules_of(*roles: Role) -> list[str]:
    """The modules of these roles, wherever they stand."""
    return [one for one in python_files("bot/", "cogs/") if role_of(one) in roles]
