"""What people look at of entries, facts gathered for one card or list, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.entering.claims import Account, AccountClaim
from bot.domain.entering.conditions import Condition
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade

PLAYERS_ON_A_PAGE: Final = 40


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of players."""

    entrant: Entrant
    person: Person
    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A page of a tournament's list (from 0): those with a seat, then those who wait, each in order."""

    tournament: Tournament
    seated: int
    waiting: int
    page: int
    pages: int
    first: int
    """Where the page begins in the whole list, from 0."""
    shown: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Registered:
    """An entry as it stands. `place` counts from 1; `waiting` is the place on the wait list, or None with a seat."""

    entrant: Entrant
    tournament: Tournament
    place: int
    waiting: int | None
    newly: bool
    check_in_opens_at: datetime
    check_in_is_open: bool = False
    is_complete: bool = True
    """Whether nothing has still to be handed in before the entry can be confirmed."""
    person: Person | None = None
    """Who was entered, where somebody else did it."""
    grade: Grade | None = None
    """The confirmed grade of who entered, where the rulebook has grades (GO-25.3)."""
    club_asked: bool = False
    """Whether members of one club are kept apart, so that the entrant may say a club."""
    reminded: bool = False
    """Whether who answers for the entry asked for letters about it."""
    namesakes: tuple[Person, ...] = ()
    """Who is known by name alone and may be who entered."""


@dataclass(frozen=True, slots=True)
class Removed:
    """An entry that staff takes off the list."""

    tournament: Tournament
    entrant: Entrant
    person: Person

    @property
    def is_told_to_all(self) -> bool:
        """Whether everybody reads the reason, as the rules of an official event ask for (AIJE-D01-2)."""
        return self.tournament.rulebook.official


@dataclass(frozen=True, slots=True)
class AccountsHeld:
    """The accounts of a person, who is None for somebody whom the bot never met, and the sites that matter here."""

    person: Person | None
    accounts: tuple[Account, ...]
    sites: tuple[str, ...]
    own: bool = True
    """Whether the person looks at the own accounts; staff may look at another's."""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name that staff typed for an entry, and whom it can mean."""

    tournament: Tournament
    name: str
    alike: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ConditionsAsked:
    """Somebody whom staff would enter lacks what the event asks for: it is done knowingly or not at all."""

    tournament: Tournament
    person: Person
    lacking: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AccountHeld:
    """Somebody else holds the account: staff has been asked, and nobody was entered."""

    claim: AccountClaim
    newly: bool


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """The confirmed entry; `waiting` is its place on the wait list or None; `newly` is False for a second press."""

    entrant: Entrant
    tournament: Tournament
    waiting: int | None
    newly: bool
    fits: bool = True
    """Whether the entry could start as things are now, as a team that fits the ranking."""
