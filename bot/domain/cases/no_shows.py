"""How the case of an absence goes on once it is justified or decided."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.cases.absence import AbsenceCase, CaseState, due_steps, justify_by, state
from bot.domain.deadlines import Due, Step
from bot.domain.outages import Outage
from bot.domain.rulebook import Rulebook

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


UNJUSTIFIED: Final = frozenset({CaseEnd.BARRED, CaseEnd.NO_PENALTY})
"""Ends after which the committee may vote on a penalty (AIJE-D01-5.3)."""


class AbsencePenalty(StrEnum):
    """What the committee may put in the place of the bar that came by itself (AIJE-D01-5.3)."""

    BAR_FOR = "bar_for"
    """A bar for a time."""
    BAR = "bar"
    """A bar until further notice."""
    POINTS = "points"
    """The games given away are rated."""


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
