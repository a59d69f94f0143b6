"""The rooms of the house to come and their order: who may import whom, by room and by role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

FEATURES: Final = "bot/features"
ROOMS: Final = (
    "bot/kernel", "bot/i18n", "bot/layout", "bot/play", "bot/rulebooks", "bot/record", "bot/people", "bot/server",
    "bot/living",
)  # fmt: skip
"""What lies under the features, from the bottom up."""
CORE: Final = ("tournaments", "signing", "course", "entering", "playing", "rounds")
"""What every event needs, from the bottom up."""
TOP: Final = ("undoing", "own_events", "setup", "desk", "guidance", "profile", "erasure", "pages")
"""What names many features: nothing below imports it."""
_FEATURE: Final = len(ROOMS) + len(CORE)
_TOP: Final = _FEATURE + 1
WIRING: Final = "bot/wiring.py"
"""What each feature adds, joined: the one place that names them all."""
_WIRING: Final = _TOP + 1
_COGS: Final = _WIRING + 1
_PROCESS: Final = _COGS + 1


class Role(StrEnum):
    """What a module is for its feature; each may import the ones before it."""

    MODEL = "model"
    STORE = "store"
    HOOKS = "hooks"
    VERBS = "verbs"
    CARDS = "cards"
    MESSAGES = "messages"
    PLUGS = "plugs"
    WORKER = "worker"
    COG = "cog"
    PROCESS = "process"


ORDER: Final = tuple(Role)
PURE: Final = frozenset({"errors", "ids", "outages", "promises", "files"})
"""Modules of the kernel that hold values alone, so that a model may know them."""
SPOKEN: Final = frozenset({"catalogue", "__init__"})
"""Modules of i18n that speak; the others read and compare what people write."""
BY_ROOM: Final = MappingProxyType(
    {"bot/layout": Role.CARDS, "bot/play": Role.MODEL, "bot/rulebooks": Role.MODEL, "bot/record": Role.MODEL}
)
MAY_KNOW_DISCORD: Final = frozenset({Role.WORKER, Role.COG, Role.PROCESS})


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a module stands in the order."""

    room: str
    """A folder; of a feature its name."""
    rank: int
    role: Role


@cache
def spot(path: str) -> Spot:
    """Where the module of this path stands."""
    stem, folder = PurePosixPath(path).stem, str(PurePosixPath(path).parent)
    for surface in ("cogs", "web"):
        if path.startswith(f"{surface}/"):
            return Spot(surface, _COGS, Role.COG)
    room = next((one for one in ROOMS if path.startswith(f"{one}/")), None)
    if room is not None:
        return Spot(room, ROOMS.index(room), BY_ROOM.get(room) or _role_below(room, stem))
    if path == WIRING:
        return Spot("wiring", _WIRING, Role.WORKER)
    if folder.startswith(f"{FEATURES}/"):
        name = folder.removeprefix(f"{FEATURES}/").partition("/")[0]
        return Spot(name, _rank(name), Role.MODEL if stem == "__init__" else _role(stem))
    return Spot("bot", _PROCESS, Role.PROCESS)


def _rank(feature: str) -> int:
    if feature in TOP:
        return _TOP
    return len(ROOMS) + CORE.index(feature) if feature in CORE else _FEATURE


def _role_below(room: str, stem: str) -> Role:
    if room == "bot/i18n":
        return Role.CARDS if stem in SPOKEN else Role.MODEL
    if room == "bot/living":
        return Role.WORKER
    if room != "bot/kernel":
        return Role.MODEL if stem == "__init__" else _role(stem)
    return Role.MODEL if stem in PURE else Role.STORE


def _role(stem: str) -> Role:
    """By the last word of its name: `model`, `title_model`."""
    word = stem.rpartition("_")[2]
    return Role(word) if word in set(Role) else Role.WORKER


def breach(user: str, used: str) -> str | None:
    """Which rule an import breaks; None where it may be."""
    here, there = spot(user), spot(used)
    if reads_the_core(user, used):
        return None
    if there.rank > here.rank:
        return "a room above"
    if here.role is Role.CARDS and there.role in {Role.STORE, Role.HOOKS, Role.VERBS} and there.rank:
        return "cards read nothing"
    if here.role is Role.COG and there.role is Role.STORE and there.room not in ROOMS[:1]:
        return "cogs touch no store"
    if ORDER.index(there.role) > ORDER.index(here.role):
        return "a role above"
    if here.role is Role.STORE and there.role is Role.STORE and there.rank >= len(ROOMS) and here.room != there.room:
        return "a store has its own tables"
    return None


def reads_the_core(user: str, used: str) -> bool:
    """Whether a verb, a message or a plug of the core reads a table of the core above it, which is free."""
    here, there = spot(user), spot(used)
    return (
        there.role is Role.STORE
        and {here.room, there.room} <= set(CORE)
        and here.role not in {Role.MODEL, Role.STORE, Role.CARDS}
    )
