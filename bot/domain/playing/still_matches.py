"""Which states of a match stand still, since when, and when somebody hears of them (docs/nothing-rests.md)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.events.estimates import longest
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.matches import Match
from bot.domain.playing.summons import MatterKind
from bot.domain.rulebook import Rulebook
from bot.domain.stillness import Still

CALL_UNREAD_AFTER: Final = timedelta(minutes=10)
"""How long Discord can hold up a call before who runs the event is asked."""
SUSPENDED_AFTER: Final = timedelta(hours=1)
"""How long a match can be stopped before who runs the event is asked; a day where rounds last days."""
HALF_AN_HOUR: Final = timedelta(minutes=30)
"""Nobody is asked for a score before, however short the games are."""
A_DAY: Final = timedelta(days=1)


def still_of(match: Match, phase: MatchPhase, rulebook: Rulebook, *, goes_on: bool) -> Still | None:
    """What stands still of a match in that phase; None of one that is over, or that a step of its own takes on.

    `goes_on` says that a step is due. While both sides are absent or a score is disputed staff are asked all the same.
    """
    match phase:
        case MatchPhase.UNDECIDED if (since := _last_waited(match)) is not None:
            return Still(MatterKind.BOTH_ABSENT, since, is_asked=True)
        case MatchPhase.WAITING if match.assigned_at is not None:
            return Still(MatterKind.CALL_UNREAD, match.assigned_at, asked_after=CALL_UNREAD_AFTER)
        case MatchPhase.SUSPENDED if match.suspended_at is not None and not goes_on:
            days = rulebook.match_times is not None
            return Still(MatterKind.SUSPENDED, match.suspended_at, asked_after=A_DAY if days else SUSPENDED_AFTER)
        case MatchPhase.MISSING | MatchPhase.PLAYING | MatchPhase.DISPUTED if not goes_on:
            return _in_play(match, phase, rulebook)
        case _:
            return None


def both_there_since(match: Match) -> datetime | None:
    """From when both sides can play: the call, the last arrival, or when a match that rested goes on."""
    moments = (match.contest.called_at, match.resumed_at, *(clock.ended_at for clock in match.clocks))
    return max((moment for moment in moments if moment is not None), default=None)


def _in_play(match: Match, phase: MatchPhase, rulebook: Rulebook) -> Still | None:
    report, began = match.report, both_there_since(match)
    if phase is MatchPhase.DISPUTED and report is not None and report.escalated_at is not None:
        return Still(MatterKind.DISPUTE, report.escalated_at, is_asked=True)
    if began is None:
        return None
    if phase is MatchPhase.MISSING:
        return Still(MatterKind.TABLE_MISSING, began, is_asked=True)
    lasts = max(HALF_AN_HOUR, longest(match.contest.length, match.contest.stage, rulebook))
    lasts = A_DAY if rulebook.traits.is_series else lasts
    return Still(MatterKind.NOT_REPORTED, began, reminded_after=lasts, asked_after=2 * lasts)


def _last_waited(match: Match) -> datetime | None:
    """When the last clock ended of two sides that stayed away; None while one runs, as the step is still to come."""
    ended = [clock.ended_at for clock in match.clocks]
    known = [moment for moment in ended if moment is not None]
    return max(known) if known and len(known) == len(ended) else None
