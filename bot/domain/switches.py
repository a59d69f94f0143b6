"""What a server has beside the commands that every server has: each switch brings commands of that server alone."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
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


def needed_by(rulebook: Rulebook) -> frozenset[Switch]:
    """What the people of an event by the rulebook type beside the commands of every server."""
    wants = {
        Switch.ASSOCIATION: rulebook.title_match is not None,
        Switch.CASES: rulebook.absence.bar_when_unjustified,
        Switch.SEATS: rulebook.registration.invited_only or rulebook.registration.refuse_qualified_for is not None,
        Switch.TEAMS: rulebook.teams is not None,
        Switch.ACCOUNTS: rulebook.registration.account is not None,
        Switch.DECKS: rulebook.deck is not None,
        Switch.GO: rulebook.grades is not None or rulebook.discipline is not None or rulebook.adjournment is not None,
    }
    return frozenset(switch for switch, wanted in wants.items() if wanted)
