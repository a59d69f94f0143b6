"""Two matches of one player at the same hour: the later one waits for the earlier one, for a while.

Both are looked at by their facts alone. A match waits as long as the clocks of its sides are still to begin; who comes
by themselves ends that for their own side.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.kernel.outages import Outage, resume
from bot.play.matches import Match, MatchPhase, state_of
from bot.play.rulebook import Rulebook

LONGEST_WAIT: Final = timedelta(minutes=30)
"""So long a match waits at most, counted from its call."""
TODAY: Final = timedelta(hours=12)
"""A match that was called longer ago than this holds up no other one, though nobody has told how it ended."""
_TAKES_ITS_PLAYERS: Final = frozenset({MatchPhase.MISSING, MatchPhase.PLAYING})


def takes_its_players(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether its players are wanted there: it was called today, and no score was reported yet."""
    called_at = match.contest.called_at
    if called_at is None or now - called_at > TODAY:
        return False
    return state_of(match, now, rulebook.matches, outages).phase in _TAKES_ITS_PLAYERS


def comes_first(one: Match, other: Match, now: datetime) -> bool:
    """Whether the first was called before the other; of two called in one moment the one that does not wait."""
    mine, theirs = one.contest.called_at, other.contest.called_at
    if mine is None or theirs is None or mine == theirs:
        return mine is not None and (theirs is None or not waits(one, now))
    return mine < theirs


def ends_at(called_at: datetime, outages: Iterable[Outage]) -> datetime:
    """When a match that was called then has waited long enough; the bot's own absence does not count."""
    return resume(called_at, LONGEST_WAIT, outages)


def sides_that_wait(match: Match, now: datetime) -> tuple[int, ...]:
    """The sides that are not there, and whose clock is still to begin."""
    return tuple(sorted(one.side for one in match.clocks if one.ended_at is None and one.started_at > now))


def waits(match: Match, now: datetime) -> bool:
    """Whether a clock of it is still to begin, so that it waits for another match to end."""
    return bool(sides_that_wait(match, now))
