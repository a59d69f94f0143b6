"""A place that goes over from one player to another, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.kernel.ids import EntrantId, PersonId
from bot.kernel.promises import Notified, OfEntrant
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who took whose place, by whose word, and why."""

    substitution_id: str
    entrant_id: EntrantId
    left_id: PersonId
    came_id: PersonId
    by_id: PersonId
    reason: str
    replaced_at: datetime
    undone_at: datetime | None = None


class PlayerReplaced(OfEntrant):
    """To all: somebody else has the place from now on; who comes in is called, and whom they meet next."""

    NOTIFIES = Notified.PLAYERS
    substitution_id: str


class PlaceGiven(OfEntrant):
    """To who was replaced: by whom, and why."""

    NOTIFIES = Notified.READER
    substitution_id: str


class PlaceTaken(OfEntrant):
    """To who comes in: in whose place, and what they play next."""

    NOTIFIES = Notified.READER
    substitution_id: str


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody whose place can go over."""

    tournament: Tournament
    entrant: Entrant
    person: Person


@dataclass(frozen=True, slots=True)
class ReplaceView:
    """Whose places can go over, those first who have left."""

    tournament: Tournament
    leavers: tuple[tuple[EntrantId, Person], ...]


@dataclass(frozen=True, slots=True)
class SubstitutesView:
    """Who can come in for the player: the wait list in its order, then who missed check-in."""

    leaver: Leaver
    waiting: tuple[tuple[EntrantId, Person], ...]


@dataclass(frozen=True, slots=True)
class ReplacedView:
    """A place that went over, with the next match of it, where one is known."""

    tournament: Tournament
    substitution: Substitution
    left: Person
    came: Person
    by: Person
    next_match: Contest | None = None
    other: Person | None = None
