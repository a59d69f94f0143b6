"""To whom Discord offers each command: in every server or where a switch is on, to everybody or to organisers.

Discord knows neither titles nor the organisers' role: it hides what asks for one of its own permissions. So only what
organisers alone use asks for one; officers, arbiters and organisers by role act through the desk and the cards.
Whatever Discord shows, who may is asked by the service.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import discord

from bot.domain.switches import Switch
from bot.rendering.command_names import CommandNames

MANAGE_EVENTS: Final = discord.Permissions(manage_events=True)
MANAGE_SERVER: Final = discord.Permissions(manage_guild=True)


@dataclass(frozen=True, slots=True)
class Offer:
    """Where a command is there, and which permission of Discord's shows it; both None for everywhere and everybody."""

    switch: Switch | None = None
    shown_to: discord.Permissions | None = None
    instead: str = ""
    """Where it is switched off: the command of every server that leads whoever is named it on."""


EVERYBODY: Final = Offer()
_ORGANISERS: Final = Offer(shown_to=MANAGE_EVENTS)
_WHO_SETS_UP: Final = Offer(shown_to=MANAGE_SERVER)
OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        **dict.fromkeys(("bracket", "desk", "events", "help", "me", "player", "register"), EVERYBODY),
        **dict.fromkeys(("score", "standings", "withdraw"), EVERYBODY),
        **dict.fromkeys(
            ("arbiter", "association", "game", "log", "match", "rehearse", "rulebook", "tournament", "undo"),
            _ORGANISERS,
        ),
        **dict.fromkeys(("doctor", "setup"), _WHO_SETS_UP),
        **dict.fromkeys(("committee", "link", "office"), Offer(Switch.ASSOCIATION, instead="desk")),
        **dict.fromkeys(("ranking", "rating", "title"), Offer(Switch.ASSOCIATION, instead="player")),
        "claim": Offer(Switch.ASSOCIATION, instead="help"),
        **dict.fromkeys(("bar", "case", "vote"), Offer(Switch.CASES, instead="me")),
        "conduct": Offer(Switch.CASES, instead="help"),
        "same-person": Offer(Switch.CASES, instead="desk"),
        **dict.fromkeys(("ceremony", "chief", "entrant"), Offer(Switch.GO, instead="desk")),
        "grade": Offer(Switch.GO, instead="player"),
        "Player": EVERYBODY,
        "Report conduct": Offer(Switch.CASES),
        "account": Offer(Switch.ACCOUNTS, instead="me"),
        "deck": Offer(Switch.DECKS, instead="me"),
        "jeek": Offer(Switch.JEEK, instead="help"),
        "seats": Offer(Switch.SEATS, instead="me"),
        "series": Offer(Switch.SERIES, instead="standings"),
        "team": Offer(Switch.TEAMS, instead="me"),
    }
)
"""By a command's first word, or the whole name of a menu's entry.

What stands here for a command that is gone, or for none, a house test finds.
"""


def is_there(words: str, switches: Collection[Switch]) -> bool:
    """Whether a server that has switched these on has the command."""
    switch = OFFERS.get(words.partition(" ")[0], EVERYBODY).switch
    return switch is None or switch in switches


def commands_by_switch() -> Mapping[Switch, tuple[str, ...]]:
    """What each switch brings behind the slash, by first words in the order of the alphabet; menus are left out."""
    typed = [(name, found.switch) for name, found in sorted(OFFERS.items()) if name == name.lower()]
    return {switch: tuple(name for name, brought_by in typed if brought_by is switch) for switch in Switch}


def is_offered(name: str, permissions: discord.Permissions, switches: frozenset[Switch]) -> bool:
    """Whether Discord shows the command to who has the permissions in a server with the switches."""
    found = OFFERS.get(name, EVERYBODY)
    here = found.switch is None or found.switch in switches
    return here and _is_shown(found, permissions)


def seen_by(names: CommandNames, permissions: discord.Permissions) -> CommandNames:
    """How a text that one person reads names the commands, by what Discord shows to somebody of these permissions."""
    hidden = frozenset(one for one in names.unseen if not _is_shown(OFFERS.get(one, EVERYBODY), permissions))
    return replace(names, unseen=hidden, may_switch=_is_shown(_WHO_SETS_UP, permissions))


def _is_shown(found: Offer, permissions: discord.Permissions) -> bool:
    return found.shown_to is None or permissions >= found.shown_to or permissions.administrator
