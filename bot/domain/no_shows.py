"""Who did not appear although confirmed, and how the case of an absence goes on once it is justified or decided."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.absence import AbsenceCase, CaseState, due_steps, justify_by, state
from bot.domain.contests import Contest
from bot.domain.deadlines import Due, Step
from bot.domain.ids import EntrantId
from bot.domain.outages import Outage
from bot.domain.rulebook import Rulebook
from bot.domain.scores import match_winner, rated_games

REMIND_REVIEW_AFTER: Final = timedelta(hours=24)
"""How long a justification waits before the reviewers are reminded of it, once."""


class CaseEnd(StrEnum):
    """How a case was closed."""

    BARRED = "barred"
    NO_PENALTY = "no_penalty"
    """Not justified, and the rulebook bars nobody for it."""
    ACCEPTED = "accepted"
    APPEARED = "appeared"
    """A corrected result shows that the person was there."""


def lost_unplayed_at(entrant_id: EntrantId, contests: Iterable[Contest]) -> datetime | None:
    """When the entrant went out without having played one game; None while a match is to come, or when one was played.

    A game given by an absence was not played: who lost by walkover alone has not appeared (AIJE-D01-5.3, AIJE-B03-1).
    """
    own = [contest for contest in contests if entrant_id in contest.sides and len(contest.sides) > 1]
    results = [contest.result for contest in own]
    if any(result is None or sum(rated_games(result)) > 0 for result in results):
        return None
    losses = [
        contest.result.settled_at for contest in own if contest.result is not None and not _won(contest, entrant_id)
    ]
    return max(losses, default=None)


def all_due_steps(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """All that comes by itself: what `due_steps` says, and one reminder to reviewers who let a justification wait."""
    known = tuple(outages)
    waiting = case.closed_at is None and case.review_reminded_at is None and case.justification is not None
    if waiting and case.justification is not None:
        # Its state is asked at the moment of the justification, since one that came in time stays in time.
        given_at = case.justification.submitted_at
        if state(case, given_at, rulebook, known) is CaseState.UNDER_REVIEW:
            return *due_steps(case, rulebook, known), Due(Step.REMIND_REVIEW, given_at + REMIND_REVIEW_AFTER)
    return due_steps(case, rulebook, known)


def falls_due(case: AbsenceCase, step: Step, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether that step of the case has come."""
    return any(due.kind is step and due.at <= now for due in all_due_steps(case, rulebook, outages))


def may_still_justify(case: AbsenceCase, at: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether a justification given at that moment counts: to the last moment, itself in time (AIJE-D01-5.3)."""
    limit = justify_by(case, rulebook, outages)
    return case.closed_at is None and case.verdict is None and (limit is None or at <= limit)


def _won(contest: Contest, entrant_id: EntrantId) -> bool:
    if contest.result is None:
        return False
    winner = match_winner(contest.result.score, contest.best_of)
    return winner is not None and contest.sides[winner] == entrant_id
