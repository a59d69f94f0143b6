"""What is asked about players without Discord, and what its card shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.kernel.promises import Notified, OfTournament
from bot.people.model import Person
from bot.play.entries import Tournament


class ByNameAsked(OfTournament):
    """To who answers for players without Discord: check-in is open, or with `contests`, their matches are called.

    Without `person` it asks who runs the event.
    """

    NOTIFIES = Notified.ASKED
    STANDS_WITH_MATCHES = True
    ASKS_BY = ("match", "name-all", "name-here")
    person: PersonId | None = None
    entrants: tuple[EntrantId, ...] = ()
    contests: tuple[ContestId, ...] = ()


class Needs(Enum):
    """What a player without Discord needs; its sentence is `by_name.line_NEEDS`."""

    CHECK_IN = "check_in"
    COME = "come"
    REPORT = "report"
    """Of a match in which neither side has Discord, once for both."""
    ANSWER = "answer"
    """The other side has told a score."""
    NOTHING = "nothing"


PRESSED_AT_ONCE = frozenset({Needs.CHECK_IN, Needs.COME})
"""What **All here** says for everybody."""


@dataclass(frozen=True, slots=True)
class WordWanted:
    """One player with what is needed; `others` are the opponents in the match that is on."""

    entrant_id: EntrantId
    player: Person
    needs: Needs
    contest_id: ContestId | None = None
    others: tuple[Person, ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ByNameView:
    """What one card shows: of a message `outbox_id` says which it is, and `asked` whom it names."""

    tournament: Tournament
    lines: tuple[WordWanted, ...]
    is_check_in: bool
    closes_at: datetime
    asked: tuple[Person, ...] = ()
    outbox_id: str = ""

    @property
    def waiting(self) -> tuple[WordWanted, ...]:
        """Those for whom somebody has to press."""
        return tuple(one for one in self.lines if one.needs is not Needs.NOTHING)

    @property
    def at_once(self) -> tuple[WordWanted, ...]:
        """Those whom **All here** is for."""
        return tuple(one for one in self.lines if one.needs in PRESSED_AT_ONCE)
