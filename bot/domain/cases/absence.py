"""The case of a person who did not appear: told, justified, reviewed, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import CaseId, PersonId, TournamentId
from bot.domain.outages import Outage, extend
from bot.domain.rulebook import AbsenceRules, Rulebook, WhenUnanswered


class AbsenceReason(StrEnum):
    """Why somebody counts as absent (AIJE-D01-5.3)."""

    NOT_CONFIRMED = "not_confirmed"
    CONFIRMED_NEVER_PLAYED = "confirmed_never_played"


class VerdictKind(StrEnum):
    """What a review of a justification comes to."""

    ACCEPTED = "accepted"
    DECLINED = "declined"


class CaseState(StrEnum):
    """The stages of an absence case."""

    AWAITING_NOTICE = "awaiting_notice"
    OPEN = "open"
    UNDER_REVIEW = "under_review"
    JUSTIFIED = "justified"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Justification:
    """What the person says for having been absent; `proof` is a link or an attachment's address."""

    text: str
    proof: str | None
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """A review; a declined justification has a reason."""

    kind: VerdictKind
    by: PersonId
    reason: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class AbsenceCase:
    """A person signed up and did not appear."""

    case_id: CaseId
    tournament_id: TournamentId
    person_id: PersonId
    reason: AbsenceReason
    opened_at: datetime
    event_at: datetime
    """The close of confirmation, or the end of the lost match."""
    noticed_at: datetime | None = None
    """When the notice was delivered; nobody is barred without it."""
    justification: Justification | None = None
    reminded: frozenset[int] = frozenset()
    """Which of the rulebook's reminders were sent (or overtaken by a later one), by their place in the list."""
    verdict: Verdict | None = None
    review_reminded_at: datetime | None = None
    """When the reviewers were reminded of a justification that waits."""
    closed_at: datetime | None = None
    """When its consequence was applied, or the case was dropped: nothing comes of it any more."""
    close_reason: str | None = None


def justify_by(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """The last moment for a justification, itself in time; None while no notice was delivered (AIJE-D01-5.3)."""
    if case.noticed_at is None:
        return None
    began = max(case.event_at, case.noticed_at)
    return extend(began, began + rulebook.absence.justify_within, outages, rulebook.outage.reopen_for)


def state(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> CaseState:
    """Where the case stands at that moment (AIJE-B03-2, AIJE-D01-5.3)."""
    if case.verdict is not None:
        return CaseState.JUSTIFIED if case.verdict.kind is VerdictKind.ACCEPTED else CaseState.DECLINED
    limit = justify_by(case, rulebook, outages)
    if _justified_in_time(case, limit):
        on_receipt = rulebook.absence.when_unanswered is WhenUnanswered.ACCEPTED_ON_RECEIPT
        return CaseState.JUSTIFIED if on_receipt else CaseState.UNDER_REVIEW
    if limit is None:
        return CaseState.AWAITING_NOTICE
    return CaseState.OPEN if now <= limit else CaseState.EXPIRED


def must_bar(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether the bar of an unjustified no-show falls now: on expiry or when declined, once (AIJE-B03-2)."""
    if case.closed_at is not None or not rulebook.absence.bar_when_unjustified:
        return False
    return state(case, now, rulebook, outages) in {CaseState.DECLINED, CaseState.EXPIRED}


def reminders_due(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> frozenset[int]:
    """The reminders not yet sent whose moment has come. Several at once (after an outage) are said as one."""
    known = tuple(outages)
    if case.closed_at is not None or state(case, now, rulebook, known) is not CaseState.OPEN:
        return frozenset()
    return frozenset(index for index, at in _unsent(case, justify_by(case, rulebook, known), rulebook) if at <= now)


def due_steps(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes next by itself: the next reminder, and the end of the time to justify with its grace for clicks.

    Nothing is due while nobody was told, while a justification stands, or when the case is closed.
    """
    limit = justify_by(case, rulebook, outages)
    if case.closed_at is not None or limit is None:
        return ()
    if case.verdict is not None:
        declined = case.verdict.kind is VerdictKind.DECLINED
        return (Due(Step.BAR_ABSENTEE, case.verdict.at),) if declined else ()
    if _justified_in_time(case, limit):
        return ()
    moments = sorted(at for _, at in _unsent(case, limit, rulebook))
    reminders = (Due(Step.REMIND_JUSTIFICATION, at) for at in moments[:1])
    return *reminders, Due(Step.BAR_ABSENTEE, limit + CLICKS_IN_FLIGHT)


def _justified_in_time(case: AbsenceCase, limit: datetime | None) -> bool:
    given = case.justification
    return given is not None and (limit is None or given.submitted_at <= limit)


def _unsent(case: AbsenceCase, limit: datetime | None, rulebook: Rulebook) -> list[tuple[int, datetime]]:
    rules: AbsenceRules = rulebook.absence
    if limit is None:
        return []
    moments = enumerate(limit - before for before in rules.reminders_before_close)
    return [(index, at) for index, at in moments if index not in case.reminded]
