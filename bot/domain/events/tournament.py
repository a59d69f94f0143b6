"""A tournament as the facts of its life, and what follows from them: its phase, its windows, what is due."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.outages import Outage, extend
from bot.domain.rulebook import Rulebook

TOO_FEW: Final = "too_few"
"""The reason on record of a tournament that its own rule called off."""


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

    Time of the window in which nobody could press does not count.
    """
    if tournament.check_in_closed_at is not None:
        return tournament.check_in_closed_at
    due = tournament.start_at - tournament.rulebook.check_in.closes_before
    began = max(check_in_opens_at(tournament), tournament.created_at)
    return extend(began, due, outages, tournament.rulebook.outage.reopen_for)


def excuses_the_unconfirmed(tournament: Tournament) -> bool:
    """Whether nobody answers for not confirming: called off for too few, by rules that do not say otherwise."""
    return tournament.cancel_reason == TOO_FEW and not tournament.rulebook.absence.also_when_called_off


def reminder_moments(tournament: Tournament, outages: Iterable[Outage]) -> tuple[datetime, ...]:
    """When those who are missing are reminded, one moment for each of the rulebook's reminders, in its order."""
    close = check_in_closes_at(tournament, outages)
    return tuple(close - before for before in tournament.rulebook.check_in.reminders_before_close)


def reminders_due(tournament: Tournament, outages: Iterable[Outage], now: datetime) -> frozenset[int]:
    """The reminders not yet sent whose moment has come. Several at once (after an outage) are said as one."""
    moments = enumerate(reminder_moments(tournament, outages))
    return frozenset(index for index, at in moments if at <= now and index not in tournament.reminded)


def due_steps(tournament: Tournament, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes next by itself, one of each kind: the opening, the next reminder, the close with its grace for clicks.

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
    return *(Due(Step.REMIND_CHECK_IN, at) for at in sorted(unsent)[:1]), close


def asks_for_club(tournament: Tournament) -> bool:
    """Whether the pairing keeps members of one club apart, so that entrants are asked for theirs."""
    return tournament.rulebook.swiss is not None and tournament.rulebook.swiss.keep_clubs_apart
