"""Who entered a tournament: seats, wait list, and what the close of confirmation makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.grades import Grade
from bot.domain.ids import EntrantId, PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person's place in one tournament. `number` is the order of registration, and with it of seats."""

    entrant_id: EntrantId
    tournament_id: TournamentId
    person_id: PersonId
    number: int
    registered_at: datetime
    checked_in_at: datetime | None = None
    withdrawn_at: datetime | None = None
    enters_in: int = 1
    """The first round; above 1 for who came after the start."""
    club: str | None = None
    team_name: str | None = None
    """Of a team, whose captain is the person."""
    grade: Grade | None = None
    """With which the entrant was drawn (GO-25.3)."""

    def withdrew_by(self, moment: datetime) -> bool:
        """Whether the entrant had left at that moment (AIJE-D01-5.2)."""
        return self.withdrawn_at is not None and self.withdrawn_at <= moment

    def confirmed_by(self, moment: datetime) -> bool:
        """Whether the entrant had pressed Check in; a press at the very moment counts, one later does not."""
        return self.checked_in_at is not None and self.checked_in_at <= moment


@dataclass(frozen=True, slots=True)
class Seating:
    """Who holds a seat and who waits for one, both in the order of registration."""

    seated: tuple[Entrant, ...]
    waiting: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """What the close of confirmation decides. Whoever withdrew in time is in none of the three."""

    starters: tuple[Entrant, ...]
    """Confirmed seat-holders, then those of the wait list who took a freed seat."""
    absent: tuple[Entrant, ...]
    """Held a seat since confirmation opened, neither withdrew nor confirmed: a case each (AIJE-D01-5.1, D01-5.3)."""
    left_over: tuple[Entrant, ...]
    """Waited to the end and got no seat, or one only after confirmation had opened: no case for any."""


def seats(entrants: Iterable[Entrant], capacity: int | None) -> Seating:
    """Seats by the order of registration among those who did not withdraw; a freed seat goes to the first who waits."""
    return _seating([entrant for entrant in entrants if entrant.withdrawn_at is None], capacity)


def close_check_in(
    entrants: Iterable[Entrant], capacity: int | None, close: datetime, opened: datetime | None = None
) -> Closing:
    """Who starts, who is absent and who is left over when confirmation closes at `close`.

    What came after the close counts for nothing: a late press does not confirm, a late withdrawal does not excuse, a
    late registration does not enter. Seats of those who did not confirm go to the confirmed of the wait list in order.
    Nobody who waited is ever a no-show, nor who waited when confirmation `opened` and got a seat later, when somebody
    withdrew: whoever was told to wait cannot be expected at the last moment.
    """
    known = tuple(entrants)
    seating = _seating(_on_list_at(known, close), capacity)
    present = _confirmed_at(seating.seated, close)
    missing = [one for one in seating.seated if not one.confirmed_by(close)]
    moved_up = _confirmed_at(seating.waiting, close)[: len(missing)]
    told_to_wait = frozenset() if opened is None else _waiting(known, capacity, opened)
    absent = tuple(one for one in missing if one.entrant_id not in told_to_wait)
    excused = tuple(one for one in missing if one.entrant_id in told_to_wait)
    left_over = tuple(one for one in seating.waiting if one not in moved_up)
    return Closing(present + moved_up, absent, excused + left_over)


def _confirmed_at(entrants: Iterable[Entrant], moment: datetime) -> tuple[Entrant, ...]:
    return tuple(one for one in entrants if one.confirmed_by(moment))


def _waiting(entrants: Iterable[Entrant], capacity: int | None, moment: datetime) -> frozenset[EntrantId]:
    """Who was on the wait list at the moment."""
    return frozenset(one.entrant_id for one in _seating(_on_list_at(entrants, moment), capacity).waiting)


def _on_list_at(entrants: Iterable[Entrant], moment: datetime) -> list[Entrant]:
    """Who stood on the list at the moment."""
    return [one for one in entrants if one.registered_at <= moment and not one.withdrew_by(moment)]


def _seating(entrants: list[Entrant], capacity: int | None) -> Seating:
    in_order = tuple(sorted(entrants, key=lambda entrant: entrant.number))
    if capacity is None:
        return Seating(in_order, ())
    return Seating(in_order[:capacity], in_order[capacity:])
