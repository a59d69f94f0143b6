"""A tournament as the facts of its life, who entered it, and what follows: its phase, its windows, what is due.

Seats and the wait list say what the close of confirmation makes of the entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, extend
from bot.play.rulebook import Grade, Rulebook

# --- the tournament -------------------------------------------------------------------------------------------------


TOO_FEW: Final = "too_few"
"""The reason on record of a tournament that its own rule called off."""
EXTENSION: Final = timedelta(minutes=15)
"""By so much the close of check-in moves each time."""
MOST_EXTENSIONS: Final = 2
ASKED_BEFORE_CLOSE: Final = timedelta(minutes=5)
"""So long before the close who runs the event is asked, where somebody is missing."""


class Phase(StrEnum):
    """The phases of an event, from its draft to its end."""

    ANNOUNCED = "announced"
    CHECK_IN = "check_in"
    DRAWING = "drawing"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Tournament:
    """One event with its frozen rulebook. Each `_at` is a fact: None until it happened."""

    tournament_id: TournamentId
    guild_id: GuildId
    name: str
    rulebook: Rulebook
    rulebook_hash: str
    start_at: datetime
    created_at: datetime
    created_by: PersonId
    commitment: str
    """The public end of the draw's hash chain, in hex."""
    draw_number: int = 0
    """Draws made so far; contests of earlier draws are void."""
    announced_at: datetime | None = None
    check_in_opened_at: datetime | None = None
    reminded: frozenset[int] = frozenset()
    """Which of the rulebook's reminders were sent (or overtaken by a later one), by their place in the list."""
    check_in_closed_at: datetime | None = None
    """The close that counted for presses, not the moment at which the step ran."""
    close_asked_at: datetime | None = None
    """When it was looked whether somebody is missing, and who runs the event was asked for it."""
    close_extensions: int = 0
    """How often the close was moved by `EXTENSION`."""
    close_called_at: datetime | None = None
    """The close that who runs the event chose, before its time."""
    drawn_at: datetime | None = None
    first_call_at: datetime | None = None
    ended_at: datetime | None = None
    cancelled_at: datetime | None = None
    cancel_reason: str | None = None
    poster_id: str | None = None
    """What its organisers tell of it beside its rules."""


def phase(tournament: Tournament) -> Phase:
    """The phase that the facts amount to."""
    facts = (
        (tournament.cancelled_at, Phase.CANCELLED),
        (tournament.ended_at, Phase.OVER),
        (tournament.drawn_at, Phase.RUNNING),
        (tournament.check_in_closed_at, Phase.DRAWING),
        (tournament.check_in_opened_at, Phase.CHECK_IN),
    )
    return next((reached for moment, reached in facts if moment is not None), Phase.ANNOUNCED)


def takes_entries(tournament: Tournament) -> bool:
    """Whether people may register: until confirmation closes (late registration checks in too)."""
    return phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}


def may_redraw(tournament: Tournament) -> bool:
    """A redraw happens before the first call only; afterwards the draw stands."""
    return phase(tournament) is Phase.RUNNING and tournament.first_call_at is None


def is_another_start(tournament: Tournament, meant: datetime | None) -> bool:
    """Whether who signed up for that start signed up for another one: it is farther off than confirmation is long."""
    return meant is not None and abs(tournament.start_at - meant) > tournament.rulebook.check_in.opens_before


def check_in_opens_at(tournament: Tournament) -> datetime:
    """When confirmation opens (AIJE-D01-5)."""
    return tournament.start_at - tournament.rulebook.check_in.opens_before


def check_in_closes_at(tournament: Tournament, outages: Iterable[Outage]) -> datetime:
    """When confirmation closes, or closed: a press at this moment is in time, any later one is not (AIJE-D01-5.1).

    Time of the window in which nobody could press does not count. Each extension is a window of its own, which begins
    at the close that it moves.
    """
    decided = tournament.check_in_closed_at or tournament.close_called_at
    if decided is not None:
        return decided
    due = tournament.start_at - tournament.rulebook.check_in.closes_before
    known, reopen_for = tuple(outages), tournament.rulebook.outage.reopen_for
    closes = extend(_check_in_began(tournament), due, known, reopen_for)
    for _ in range(tournament.close_extensions):
        closes = extend(closes, closes + EXTENSION, known, reopen_for)
    return closes


def _check_in_began(tournament: Tournament) -> datetime:
    return max(check_in_opens_at(tournament), tournament.created_at)


def close_asked_about_at(tournament: Tournament, outages: Iterable[Outage]) -> datetime | None:
    """When who runs the event is asked about the close; None where it was looked, or nothing can be chosen.

    In a window of ten minutes or less nobody is asked: that would be half of it.
    """
    if not tournament.rulebook.check_in.extend_check_in or tournament.close_asked_at is not None:
        return None
    closes = check_in_closes_at(tournament, outages)
    is_short = closes - _check_in_began(tournament) <= 2 * ASKED_BEFORE_CLOSE
    return None if is_short else closes - ASKED_BEFORE_CLOSE


def excuses_the_unconfirmed(tournament: Tournament) -> bool:
    """Whether nobody answers for not confirming: called off for too few, by rules that do not say otherwise."""
    return tournament.cancel_reason == TOO_FEW and not tournament.rulebook.absence.also_when_called_off


def is_off_for_too_few(tournament: Tournament) -> bool:
    """Whether it was called off by its own rule before anything was drawn, and nobody answers for that."""
    lets_go = excuses_the_unconfirmed(tournament) or not tournament.rulebook.absence.ask_why
    return tournament.cancel_reason == TOO_FEW and tournament.drawn_at is None and lets_go


def reminder_moments(tournament: Tournament, outages: Iterable[Outage]) -> tuple[datetime, ...]:
    """When those who are missing are reminded, one moment for each of the rulebook's reminders, in its order."""
    close = check_in_closes_at(tournament, outages)
    return tuple(close - before for before in tournament.rulebook.check_in.reminders_before_close)


def reminders_due(tournament: Tournament, outages: Iterable[Outage], now: datetime) -> frozenset[int]:
    """The reminders not yet sent whose moment has come. Several at once (after an outage) are said as one."""
    moments = enumerate(reminder_moments(tournament, outages))
    return frozenset(index for index, at in moments if at <= now and index not in tournament.reminded)


def due_steps(tournament: Tournament, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes next by itself, one of each kind: the opening, the next reminder, the question, the close.

    After the close the draw comes at once (AIJE-D01-4), and the first calls at the start. A step whose fact is on
    record never comes again, so that asking twice, or after a restart, changes nothing.
    """
    match phase(tournament):
        case Phase.ANNOUNCED | Phase.CHECK_IN:
            return _steps_before_the_close(tournament, outages)
        case Phase.DRAWING if tournament.check_in_closed_at is not None:
            return (Due(Step.DRAW, tournament.check_in_closed_at),)
        case Phase.RUNNING if tournament.first_call_at is None:
            return (Due(Step.START, tournament.start_at),)
        case _:
            return ()


def _steps_before_the_close(tournament: Tournament, outages: Iterable[Outage]) -> tuple[Due, ...]:
    known = tuple(outages)
    close = Due(Step.CLOSE_CHECK_IN, check_in_closes_at(tournament, known) + CLICKS_IN_FLIGHT)
    if tournament.check_in_opened_at is None:
        return Due(Step.OPEN_CHECK_IN, check_in_opens_at(tournament)), close
    moments = enumerate(reminder_moments(tournament, known))
    unsent = [at for index, at in moments if index not in tournament.reminded]
    asked = close_asked_about_at(tournament, known)
    ahead = () if asked is None else (Due(Step.ASK_ABOUT_CLOSE, asked),)
    return *(Due(Step.REMIND_CHECK_IN, at) for at in sorted(unsent)[:1]), *ahead, close


def asks_for_club(tournament: Tournament) -> bool:
    """Whether the pairing keeps members of one club apart, so that entrants are asked for theirs."""
    return tournament.rulebook.swiss is not None and tournament.rulebook.swiss.keep_clubs_apart


# --- entries --------------------------------------------------------------------------------------------------------


class EntryOutcome(StrEnum):
    """What became of a place at the close of confirmation."""

    STARTER = "starter"
    ABSENT = "absent"
    LEFT_OVER = "left_over"
    """On the wait list to the end."""


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
    outcome: EntryOutcome | None = None

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
    return tuple(entrant for entrant in entrants if entrant.confirmed_by(moment))


def _waiting(entrants: Iterable[Entrant], capacity: int | None, moment: datetime) -> frozenset[EntrantId]:
    """Who was on the wait list at the moment."""
    return frozenset(one.entrant_id for one in _seating(_on_list_at(entrants, moment), capacity).waiting)


def _on_list_at(entrants: Iterable[Entrant], moment: datetime) -> list[Entrant]:
    """Who stood on the list at the moment."""
    return [entrant for entrant in entrants if entrant.registered_at <= moment and not entrant.withdrew_by(moment)]


def _seating(entrants: list[Entrant], capacity: int | None) -> Seating:
    in_order = tuple(sorted(entrants, key=lambda entrant: entrant.number))
    if capacity is None:
        return Seating(in_order, ())
    return Seating(in_order[:capacity], in_order[capacity:])
