"""Facts of a ladder: whom one can challenge, and how long a match is played without a report before it is void.

The time counts from when both could play: from the call, from when the last one came, from when a report was closed
without a result, from when a match that rested goes on. It does not run while somebody is waited for, and not while a
report waits for its answer or for a ruling: there something else ends the match.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.playing.model import goes_on
from bot.kernel.ids import EntrantId
from bot.kernel.outages import Outage, extend, resume
from bot.kernel.promises import Notified, OfContest
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.matches import Match
from bot.play.rulebook import Rulebook

_LEFT_AFTER_REMINDER: Final = 3
"""Both are reminded when a third of the time is left."""


@dataclass(frozen=True, slots=True)
class ReportClock:
    """Until when a match can be reported, and when both are reminded of it."""

    since: datetime
    remind_at: datetime
    void_at: datetime
    to_players: bool
    """Whether players can report; otherwise nobody came to the match, and it waits for a ruling."""


def waits_since(match: Match, closed: Iterable[datetime]) -> datetime | None:
    """From when a report is waited for; None where it is not. `closed` are the moments at which others were closed."""
    called = match.contest.called_at
    if called is None or not goes_on(match) or match.report is not None:
        return None
    came = [clock.ended_at for clock in match.clocks]
    known = (called, match.resumed_at, *came, *closed)
    return None if None in came else max(moment for moment in known if moment is not None)


def time_after_reminder(within: timedelta) -> timedelta:
    """How long a match can still be reported once both were reminded, in whole milliseconds, as moments are stored."""
    return timedelta(milliseconds=within // timedelta(milliseconds=_LEFT_AFTER_REMINDER))


def clock_from(
    since: datetime,
    within: timedelta,
    rulebook: Rulebook,
    outages: Iterable[Outage],
    *,
    reminded_at: datetime | None,
    to_players: bool,
) -> ReportClock:
    """The moments of the time that counts from `since`; who reads the reminder late has the rest of it from then."""
    known, reopen_for, rest = tuple(outages), rulebook.outage.reopen_for, time_after_reminder(within)
    void_at = extend(since, since + within, known, reopen_for)
    if reminded_at is not None:
        void_at = max(void_at, extend(reminded_at, reminded_at + rest, known, reopen_for))
    return ReportClock(since, resume(since, within - rest, known), void_at, to_players)


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """Somebody's place."""

    place: int
    entrant_id: EntrantId
    person: Person


@dataclass(frozen=True, slots=True)
class LadderView:
    """The ladder as one who plays in it has it."""

    tournament: Tournament
    own: LadderPlace
    free: tuple[LadderPlace, ...]
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


class ScoreWanted(OfContest):
    """Nobody has reported the match: both read until when they can."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = ("score",)


class ChallengeVoided(OfContest):
    """Nobody has reported the match in time: its challenge counts for nobody, and both can challenge anew."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = ("challenge",)
