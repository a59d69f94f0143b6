"""A game that is adjourned and goes on later, and the time that each side has used (GO-12, GO-14).

The pause is no part of anybody's time. The arbiter's note says what each side had used when the game was broken off,
and both sides confirm it; it is what the clocks are set by when one of them fails. Where no note is to be found, the
time used is split equally.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import ContestId, PersonId
from bot.domain.outages import Outage, first_running
from bot.domain.playing.matches import Match
from bot.domain.regulation.format_rules import AdjournmentRules

NO_TIME: Final = timedelta(0)
LONGEST_USED: Final = timedelta(hours=24)
"""More than this on one clock is a slip of the pen."""
_USED: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,4}):(\d{2})|(\d{1,4})(?:\s*(?:min|m|'))?", re.ASCII)
_MINUTES_IN_HOUR: Final = 60
_PARTS: Final = 3


class NoteKind(StrEnum):
    """How the time on a note was found."""

    READ = "read"
    """The arbiter read it off the clocks."""
    SPLIT = "split"
    """A clock had failed and there was no note: the time used was split equally (GO-14)."""
    RULED = "ruled"
    """A clock had failed, and who decides in the event says what each side has used (GO-12)."""


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """What both sides have used on one board."""

    board: int
    """From 1; a match without boards has the first alone."""
    used: tuple[timedelta, timedelta]


@dataclass(frozen=True, slots=True)
class TimeNote:
    """What each side had used, who says so, and which sides agree; a later note takes its place."""

    entry: int
    kind: NoteKind
    boards: tuple[TimeUsed, ...]
    noted_at: datetime
    noted_by: PersonId
    reason: str | None = None
    confirmed: frozenset[int] = frozenset()

    def of(self, board: int) -> TimeUsed | None:
        """What was used on one board, where the note says it."""
        return next((one for one in self.boards if one.board == board), None)

    @property
    def is_confirmed(self) -> bool:
        """Whether both sides have said that it is right (GO-14)."""
        return self.confirmed >= {0, 1}


@dataclass(frozen=True, slots=True)
class Adjournment:
    """A pause of a game; `resumed_at` is None until it goes on."""

    contest_id: ContestId
    number: int
    adjourned_at: datetime
    adjourned_by: PersonId | None
    """None where the rulebook's stated time had come."""
    goes_on_at: datetime
    resumed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sessions:
    """The pauses of a match since its call, in order, and the notes of the time used."""

    adjournments: tuple[Adjournment, ...] = ()
    notes: tuple[TimeNote, ...] = ()

    @property
    def running(self) -> Adjournment | None:
        """The adjournment that lasts, or None."""
        last = self.adjournments[-1] if self.adjournments else None
        return last if last is not None and last.resumed_at is None else None

    @property
    def note(self) -> TimeNote | None:
        """The note that counts: the last one."""
        return self.notes[-1] if self.notes else None


NO_PAUSE: Final = Sessions()
"""Of a match that was never adjourned."""


def due_steps(
    adjournment: Adjournment, rules: AdjournmentRules, now: datetime, outages: Iterable[Outage] = ()
) -> tuple[Due, ...]:
    """The next reminder that lies ahead, and the moment at which play goes on; none once it does.

    A moment at which all clocks stand still is put off to the end of that time.
    """
    if adjournment.resumed_at is not None:
        return ()
    ahead = (adjournment.goes_on_at - before for before in rules.reminders_before_restart)
    known = tuple(outages)
    reminders = sorted(moment for moment in ahead if moment > max(now, adjournment.adjourned_at))
    goes_on = Due(Step.GO_ON, first_running(adjournment.goes_on_at, known))
    return (*(Due(Step.REMIND_RESTART, first_running(moment, known)) for moment in reminders[:1]), goes_on)


def adjourns_at(match: Match, rules: AdjournmentRules | None, adjourned_before: int) -> datetime | None:
    """When the rulebook's stated time comes for a match; None where it states none, or the match had its pause.

    A report that waits for an answer is the end of the game, and who is waited for has not begun it.
    """
    begun = began_at(match)
    if rules is None or rules.after is None or adjourned_before or begun is None or match.report is not None:
        return None
    return begun + rules.after


def began_at(match: Match) -> datetime | None:
    """When both sides were there for the first time; None before."""
    called = match.contest.called_at
    if called is None or any(clock.ended_at is None for clock in match.clocks):
        return None
    first = (clock.ended_at for clock in match.clocks if clock.started_at == called and clock.ended_at is not None)
    return max(first, default=called)


def adjourning_steps(match: Match, rules: AdjournmentRules | None, adjourned_before: int) -> Iterator[Due]:
    """The step that adjourns a match by itself, with the grace for presses on their way."""
    if (moment := adjourns_at(match, rules, adjourned_before)) is not None:
        yield Due(Step.ADJOURN, moment + CLICKS_IN_FLIGHT)


def time_played(match: Match, adjournments: Iterable[Adjournment], until: datetime) -> timedelta:
    """How long both clocks together have run, as far as the facts say it: since both were there, without pauses."""
    begun = began_at(match)
    if begun is None or until <= begun:
        return NO_TIME
    paused = sum(
        (
            min(one.resumed_at or until, until) - max(one.adjourned_at, begun)
            for one in adjournments
            if one.adjourned_at < until
        ),
        NO_TIME,
    )
    return max(until - begun - paused, NO_TIME)


def split_equally(played: timedelta) -> tuple[timedelta, timedelta]:
    """Half of the time used for each side (GO-14), in whole seconds; an odd second is nobody's."""
    half = timedelta(seconds=int(played.total_seconds()) // 2)
    return half, half


def read_used(text: str) -> timedelta | None:
    """A reading of a clock as people write it: "35", "35:20" (minutes, seconds), "1:05:00"; None for anything else."""
    found = _USED.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, seconds, alone = (int(part or 0) for part in found.groups())
    with_hours = found.groups()[0] is not None
    if seconds >= _MINUTES_IN_HOUR or (with_hours and minutes >= _MINUTES_IN_HOUR):
        return None
    used = timedelta(hours=hours, minutes=minutes + alone, seconds=seconds)
    return used if used <= LONGEST_USED else None


def written_used(used: timedelta) -> str:
    """The same as people write it: "35:20", "1:05:00"."""
    seconds = int(used.total_seconds())
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A line as the arbiter wrote it: the board, and both sides' times; `line` is all of it."""

    board: int | None
    first: str
    second: str
    line: str


def readings(text: str) -> tuple[Reading, ...]:
    """The lines of a note that has a line a board, "2 35:20 41:00"; what is no such line has no board."""
    found = []
    for line in text.splitlines():
        parts = line.replace(",", " ").replace(";", " ").split()
        is_whole = len(parts) == _PARTS and parts[0].rstrip(".:").isdecimal()
        board = int(parts[0].rstrip(".:")) if is_whole else None
        if parts:
            found.append(Reading(board, parts[1] if is_whole else "", parts[2] if is_whole else "", line))
    return tuple(found)
