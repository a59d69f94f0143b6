"""What people look at of a ladder: whom somebody can challenge, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody's place."""

    place: int
    entrant_id: EntrantId
    person: Person


@dataclass(frozen=True, slots=True)
class LadderView:
    """The ladder as one who plays in it has it."""

    tournament: Tournament
    own: Rung
    free: tuple[Rung, ...]
    """Whom that player can challenge now, the nearest first."""
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Challenged:
    """A challenge that was made."""

    tournament: Tournament
    number: int
    other: Person
    is_called: bool
    """Whether the match was called at once; otherwise it waits for an arbiter."""


@dataclass(frozen=True, slots=True)
class LadderCourse:
    """How far a ladder is."""

    ends_at: datetime
    over: bool
    in_play: int
    settled: int
