"""By which way somebody late comes in, what is said of it, and what keeps them out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.kernel.errors import UserError
from bot.kernel.ids import EntrantId, PersonId
from bot.kernel.promises import Notified, OfEntrant
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament


class LateWay(StrEnum):
    """How somebody late comes in."""

    DRAW = "draw"
    """Check-in is closed, and the draw is still to come."""
    REDRAW = "redraw"
    BYE = "bye"
    """Against who had a free bye."""
    ROUND = "round"
    """From a later round on, or into the lobby of an arena."""


class LetInLate(OfEntrant):
    """To all: somebody came late and is in; who had a free bye is called, since there is a match now."""

    NOTIFIES = Notified.PLAYERS
    way: LateWay
    by: PersonId
    reason: str
    met: EntrantId | None = None

    @property
    def has_to_call(self) -> bool:
        """Nobody else's evening changes but that of who had the bye."""
        return self.met is not None


class AskToComeLate(UserError):
    """Check-in is closed, and who runs the event can still let the person in."""

    at: datetime
    name: str


class NoLateByRule(UserError):
    """A rule of the event's regulation takes nobody late."""

    name: str
    rule: str


@dataclass(frozen=True, slots=True)
class LetIn:
    """Somebody late who is in, and who plays them in the place of a bye."""

    tournament: Tournament
    entrant: Entrant
    person: Person
    way: LateWay
    met: Person | None = None


@dataclass(frozen=True, slots=True)
class LetInView:
    """What everybody reads of it."""

    let_in: LetIn
    by: Person
    reason: str


@dataclass(frozen=True, slots=True)
class MissedView:
    """Who was on the list when check-in closed and does not play, and how they can still come in."""

    tournament: Tournament
    way: LateWay
    missed: tuple[tuple[EntrantId, Person], ...]
