"""What a server has beside the commands that every server has: each switch brings commands of that server alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.rulebook import Rulebook


class Switch(StrEnum):
    """A set of commands that a server may do without; whatever they began goes on without them, on its cards."""

    ASSOCIATION = "association"
    """Offices, the committee, titles, exams, ratings, countries."""
    CASES = "cases"
    """Misconduct, bars, appeals, votes."""
    SEATS = "seats"
    """Seats of an event that another one fills."""
    SERIES = "series"
    """Events that count together."""
    TEAMS = "teams"
    ACCOUNTS = "accounts"
    """Which accounts of game sites belong to whom."""
    DECKS = "decks"
    GO = "go"
    """Go's refinements: a chief arbiter, ceremonies, grades."""
    JEEK = "jeek"
    """Casual games of Jeek."""


ALL: Final = frozenset(Switch)
"""What an association has that uses whatever there is."""


OF_OFFICERS: Final = frozenset({Switch.ASSOCIATION, Switch.CASES})
"""What a President and a leader of the committee act by."""


def in_order(switches: Iterable[Switch]) -> tuple[Switch, ...]:
    """The switches as the panel shows them."""
    wanted = frozenset(switches)
    return tuple(one for one in Switch if one in wanted)


NEEDS: Final[Mapping[str, tuple[Switch, ...]]] = MappingProxyType(
    {
        # The ranking, titles (AIJE-B01) and bars (AIJE-D01-2) follow from an official event.
        "official": (Switch.ASSOCIATION, Switch.CASES),
        "rating.rated": (Switch.ASSOCIATION,),
        "title_match": (Switch.ASSOCIATION,),
        # To ask why needs no command: the person answers and an arbiter decides by buttons, on cards and on /me. A bar
        # does, since it is listed, lifted, and its case reopened.
        "absence.bar_when_unjustified": (Switch.CASES,),
        # Cheating, leaving, a missed ceremony: each can go into a case (GO-23.1, GO-23.2, GO-23.6).
        "discipline": (Switch.CASES, Switch.GO),
        # What the rules of a dispute leave open, a committee votes on (OLY-6).
        "dispute": (Switch.CASES,),
        "registration.invited_only": (Switch.SEATS,),
        "registration.refuse_qualified_for": (Switch.SEATS,),
        "registration.account": (Switch.ACCOUNTS,),
        "teams": (Switch.TEAMS,),
        "deck": (Switch.DECKS,),
        "grades": (Switch.GO,),
        "adjournment": (Switch.GO,),
        "swiss.keep_clubs_apart": (Switch.GO,),
    }
)
"""What each setting or table of a rulebook needs, where it says something; a setting that is not here needs nothing."""


def needed_by(rulebook: Rulebook) -> frozenset[Switch]:
    """What the people of an event by the rulebook type beside the commands of every server."""
    return frozenset(switch for key, needed in NEEDS.items() if _says(rulebook, key) for switch in needed)


def _says(rulebook: Rulebook, key: str) -> bool:
    """Whether the table is there, or the setting is on or names something."""
    table, _, name = key.partition(".")
    found = getattr(rulebook, table)
    if name and found is not None:
        found = getattr(found, name)
    return found is not None and found is not False
