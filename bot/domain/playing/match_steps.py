"""What comes by itself in a match: games lost by absence, reports that are recalled and stand, disputes that rise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.outages import Outage, extend, first_running, resume
from bot.domain.playing.absence_clocks import next_game_lost_at
from bot.domain.playing.adjournments import adjourning_steps
from bot.domain.playing.match_state import both_have_lost, side_lost_by_absence
from bot.domain.playing.matches import Match, Report, ReportAnswer
from bot.domain.playing.without_result import Ending, ending_of
from bot.domain.rulebook import Rulebook

TO_SAY_WHY = timedelta(minutes=5)
"""How long a report stays open at least, once the other side has begun to write what it sees differently."""


def due_steps(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """The steps of the match that lie ahead, and those whose moment has passed untaken; at most one of each kind.

    A match that does not go on has none. Where no clock decides, none is lost by absence.
    """
    if not goes_on(match):
        return ()
    known = tuple(outages)
    if rulebook.traits.at_tables:
        return tuple(_answers(match.report, rulebook, known))
    stated = adjourning_steps(match, rulebook.adjournment, match.adjourned)
    pauses = (Due(one.kind, first_running(one.at, known)) for one in stated)
    both = _both_lost(match, rulebook, known)
    return *_losses(match, now, rulebook, known), *both, *_answers(match.report, rulebook, known), *pauses


def goes_on(match: Match) -> bool:
    """Whether the match is under way: called, and the call read, not at rest, neither settled nor voided."""
    waits = match.contest.called_at is None or match.suspended_at is not None
    return not waits and match.contest.result is None and match.voided_at is None


def stands_at(report: Report, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime:
    """Until when the other side can answer a report before it stands.

    It is open longer after a reminder that came late, while a dispute is written, and by the bot's own absence.
    """
    known, rules = tuple(outages), rulebook.matches
    windows = (
        (report.reported_at, rules.confirm_within),
        (report.reminded_at, rules.confirm_within - rules.remind_confirm_after),
        (report.doubted_at, TO_SAY_WHY),
    )
    return max(
        extend(began, began + lasts, known, rulebook.outage.reopen_for) for began, lasts in windows if began is not None
    )


def _losses(match: Match, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    """The next lost game, with its grace for clicks in flight (AIJE-D01-5.4)."""
    rules, target = rulebook.matches, match.contest.target
    running = [clock for clock in match.clocks if clock.ended_at is None]
    # A loss within the last seconds is still to come: a press that was made before it may be on its way.
    heard = now - CLICKS_IN_FLIGHT
    nobody_came = bool(running) and both_have_lost(match, heard, rules, outages)
    if nobody_came or side_lost_by_absence(match, heard, rules, outages) is not None:
        yield Due(Step.LOSE_GAME, now)
        return
    moments = (next_game_lost_at(clock, heard, rules, target, outages) for clock in running)
    ahead = [moment for moment in moments if moment is not None]
    yield from (Due(Step.LOSE_GAME, moment + CLICKS_IN_FLIGHT) for moment in sorted(ahead)[:1])


def both_lose_at(match: Match, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """When both lose a match to which neither came; None where that is left to staff, or a match needs a winner."""
    known, after = tuple(outages), rulebook.matches.double_absence_after
    ended = [clock.ended_at for clock in match.clocks if clock.ended_at is not None]
    waits = len(ended) < len(match.clocks) or not ended or match.report is not None
    if waits or after is None or ending_of(match.contest, rulebook) is not Ending.WITHOUT_RESULT:
        return None
    stopped = max(ended)
    return resume(stopped, after, known) if both_have_lost(match, stopped, rulebook.matches, known) else None


def _both_lost(match: Match, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    at = both_lose_at(match, rulebook, outages)
    if at is not None:
        yield Due(Step.LOSE_BOTH, at + CLICKS_IN_FLIGHT)


def _answers(report: Report | None, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    if report is None:
        return
    rules = rulebook.matches
    if report.answer is ReportAnswer.DISPUTED:
        if report.escalated_at is None and report.answered_at is not None:
            yield Due(Step.ESCALATE_DISPUTE, first_running(report.answered_at + rules.escalate_dispute_after, outages))
        return
    if report.reminded_at is None:
        yield Due(Step.REMIND_CONFIRM, first_running(report.reported_at + rules.remind_confirm_after, outages))
    yield Due(Step.LET_STAND, stands_at(report, rulebook, outages) + CLICKS_IN_FLIGHT)
