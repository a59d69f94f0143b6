"""When events are in a calendar, for how long, and how often that has changed. All of it pure.

What a calendar tells follows from facts on record and never from the clock, so that it is the same whenever it is
read. Its end is an estimate until the event is over; the sequence grows with each change, as programs expect it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.features.entering.model import EntryNumbers
from bot.features.match_times.model import LastTime
from bot.kernel.ids import ContestId, TournamentId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.estimates import Pace, ends_at, nominal, pretend
from bot.play.rulebook import Rulebook

OFF_FOR: Final = timedelta(days=30)
"""So long what was called off stays, so that programs which read seldom take it out."""
LARGEST_CALENDAR: Final = 500
"""The latest events that a calendar holds."""
UNKNOWN: Final = timedelta(hours=2)
"""How long an event is taken to last of which nothing can be told."""
_LEAST: Final = timedelta(minutes=5)
_QUARTER: Final = timedelta(minutes=15)
_FEWEST, _STEPS = 8, 3
_MOST: Final = _FEWEST << _STEPS
"""Entries for whom an event is played through; between them powers of two, so that many share an estimate."""
_ANY_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When a pretended event begins: how long it lasts is the same on all."""


def event_uid(tournament_id: TournamentId) -> str:
    """The same for as long as there is the event, in all calendars."""
    return f"{tournament_id}@arbiter"


def match_uid(contest_id: ContestId) -> str:
    """The same for as long as there is the match."""
    return f"match-{contest_id}@arbiter"


@dataclass(frozen=True, slots=True)
class EventRecord:
    """What is on record of an event's time: who has entered, and how often it was changed, and when last."""

    numbers: EntryNumbers
    changes: int = 0
    changed_at: datetime | None = None
    lasts: timedelta | None = None
    """Of an event that ends by its clock."""


@dataclass(frozen=True, slots=True)
class CalendarSlot:
    """From when until when something is in a calendar, and how often that has changed."""

    begins_at: datetime
    ends_at: datetime
    is_off: bool
    sequence: int
    changed_at: datetime


def slot_of_event(tournament: Tournament, known: EventRecord) -> CalendarSlot:
    """Of an event to come the estimated end, of one that is over the real one."""
    off, ended = tournament.cancelled_at, tournament.ended_at
    begins = tournament.start_at
    ends = begins + _length(tournament.rulebook, known) if ended is None else max(ended, begins + _LEAST)
    moments = (tournament.created_at, tournament.announced_at, off, ended, known.changed_at, *_grown(tournament, known))
    return CalendarSlot(begins, ends, off is not None, _changes(tournament, known), max(one for one in moments if one))


def _changes(tournament: Tournament, known: EventRecord) -> int:
    """The log has a line where an event is called off, and none where what was brought in is taken back."""
    closed = 1 if tournament.ended_at else 0
    taken_back = 2 if tournament.cancelled_at and not known.changes else 0
    return known.changes + len(_grown(tournament, known)) + closed + taken_back


def _grown(tournament: Tournament, known: EventRecord) -> tuple[datetime, ...]:
    """When the estimate grew: with the ninth entry, the seventeenth and so on, as far as there are seats."""
    seats = tournament.rulebook.registration.capacity
    steps = (_FEWEST << step for step in range(len(known.numbers.grown_at)))
    return tuple(at for size, at in zip(steps, known.numbers.grown_at, strict=True) if seats is None or size < seats)


def _length(rulebook: Rulebook, known: EventRecord) -> timedelta:
    if known.lasts is not None:
        return known.lasts
    if rulebook.match_times is not None:
        return UNKNOWN
    seats = rulebook.registration.capacity
    entries = known.numbers.highest if seats is None else min(known.numbers.highest, seats)
    size = min(_MOST, max(_FEWEST, 1 << (max(entries, 1) - 1).bit_length()))
    lengths = (
        _played_through(rulebook, size >> smaller) for smaller in range(_STEPS + 1) if size >> smaller >= _FEWEST
    )
    return next((_in_quarters(length) for length in lengths if length is not None), UNKNOWN)


def _played_through(rulebook: Rulebook, size: int) -> timedelta | None:
    """None of an event that is too large to be played through in the head, as of a long round robin."""
    end = ends_at(pretend(size), rulebook, Pace(rulebook.matches.matches_per_arbiter or None), _ANY_DAY)
    return None if end is None else end - _ANY_DAY


def _in_quarters(length: timedelta) -> timedelta:
    """In full quarters of an hour: it is an estimate."""
    return max(-(-length // _QUARTER), 1) * _QUARTER


def slot_of_match(time: LastTime, contest: Contest, event: CalendarSlot, rulebook: Rulebook) -> CalendarSlot:
    """Of a match with a time of its own: as long as its games take by the rulebook's time."""
    gone = max((one for one in (time.gone_at, event.changed_at if event.is_off else None) if one), default=None)
    moments = (time.fixed_at, gone)
    return CalendarSlot(
        begins_at=time.at,
        ends_at=time.at + _in_quarters(nominal(contest.length, contest.stage, rulebook)),
        is_off=gone is not None,
        sequence=2 * time.number + _so_often(time) + event.sequence,
        changed_at=max(one for one in moments if one),
    )


def _so_often(time: LastTime) -> int:
    return (time.ended_at is not None) + (time.voided_at is not None) + time.decisions


def is_in_calendar(slot: CalendarSlot, now: datetime) -> bool:
    """Whether it is still told: what was called off is told for some weeks."""
    return not slot.is_off or now < slot.changed_at + OFF_FOR
