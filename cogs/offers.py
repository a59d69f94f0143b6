"""To whom Discord offers each command: in every server or where a switch is on, to everybody or to organisers.

Discord knows neither titles nor the organisers' role: it hides what asks for one of its own permissions. So only what
organisers alone use asks for one; officers, arbiters and organisers by role act through the desk and the cards.
Whatever Discord shows, who may is asked by the service.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import discord

from bot.domain.switches import Switch

MANAGE_EVENTS: Final = discord.Permissions(manage_events=True)
MANAGE_SERVER: Final = discord.Permissions(manage_guild=True)


@dataclass(frozen=True, slots=True)
class Offer:
    """Where a command is there, and which permission of Discord's shows it; both None for everywhere and everybody."""

    switch: Switch | None = None
    shown_to: discord.Permissions | None = None


EVERYBODY: Final = Offer()
_ORGANISERS: Final = Offer(shown_to=MANAGE_EVENTS)
_WHO_SETS_UP: Final = Offer(shown_to=MANAGE_SERVER)
OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        **dict.fromkeys(("bracket", "desk", "events", "help", "me", "player", "register"), EVERYBODY),
        **dict.fromkeys(("score", "standings", "withdraw"), EVERYBODY),
        **dict.fromkeys(
            ("arbiter", "association", "game", "log", "match", "rulebook", "tournament", "undo"), _ORGANISERS
        ),
        **dict.fromkeys(("doctor", "setup"), _WHO_SETS_UP),
        **dict.fromkeys(("claim", "committee", "link", "office"), Offer(Switch.ASSOCIATION)),
        **dict.fromkeys(("ranking", "rating", "title"), Offer(Switch.ASSOCIATION)),
        **dict.fromkeys(("bar", "case", "conduct", "same-person", "vote"), Offer(Switch.CASES)),
        **dict.fromkeys(("ceremony", "chief", "entrant", "grade"), Offer(Switch.GO)),
        "Player": EVERYBODY,
        "Report conduct": Offer(Switch.CASES),
        "account": Offer(Switch.ACCOUNTS),
        "deck": Offer(Switch.DECKS),
        "jeek": Offer(Switch.JEEK),
        "seats": Offer(Switch.SEATS),
        "team": Offer(Switch.TEAMS),
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
    return here and (found.shown_to is None or permissions >= found.shown_to or permissions.administrator)
