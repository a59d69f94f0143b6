"""What is due for a vote by itself: reminders, the close, and the count of absences once no more reasons are heard."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.outages import Outage, extend
from bot.domain.voting.votes import ElectorateRule, Form, Outcome, Vote

EXCUSE_WITHIN: Final = timedelta(hours=72)
"""How long after the close a reason for missing a vote is heard (AIJE-A02-6)."""

ASKED_AFTER: Final = (timedelta(), timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When who runs a vote below its quorum is asked to end it; after the last time the vote rests (AIJE-A02-4)."""
VOTERS_FIRST: Final = timedelta(days=1)
"""How long those who have not voted are called before who runs the vote is asked."""


def next_question(vote: Vote) -> datetime | None:
    """When who runs the vote is asked next to end it; None where they are not, or no more."""
    if vote.asked_from is None or rests(vote):
        return None
    return vote.asked_from + ASKED_AFTER[vote.asked]


def rests(vote: Vote) -> bool:
    """Whether all who could end a vote below its quorum were asked often enough: it stays open, and is quiet."""
    return vote.asked >= len(ASKED_AFTER)


def below_quorum(vote: Vote, now: datetime, *, all_cast: bool) -> Vote:
    """The vote with the moment at which who runs it is asked: at once where no ballot is missing."""
    asked_from = now if all_cast else now + VOTERS_FIRST
    if vote.asked_from is not None and (vote.asked or vote.asked_from <= asked_from):
        return vote
    return replace(vote, asked_from=asked_from, asked=0)


def question_put(vote: Vote, now: datetime) -> Vote:
    """The vote after the question of this moment; what fell due in an outage is one question."""
    began = vote.asked_from or now
    return replace(vote, asked=sum(began + after <= now for after in ASKED_AFTER))


def closes_at(vote: Vote, outages: Collection[Outage]) -> datetime:
    """Until when a press counts: the deadline, or later by the time in which nobody could press.

    A vote that was extended without quorum has a window of its own since then.
    """
    began = vote.closes_at - vote.kind.extend_by if vote.extensions else vote.opened_at
    return extend(began, vote.closes_at, outages, vote.kind.reopen_for)


def due_steps(vote: Vote, outages: Collection[Outage]) -> tuple[Due, ...]:
    """All that comes by itself; a closed vote has at most its absences to count."""
    if vote.closed_at is not None:
        counted = Due(Step.COUNT_ABSENCES, excuse_by(vote, outages) + CLICKS_IN_FLIGHT)
        return (counted,) if counts_for_attendance(vote) else ()
    close, question = closes_at(vote, outages), next_question(vote)
    told = vote.reminded_at or vote.opened_at
    reminders = [moment for moment in (close - lead for lead in vote.kind.reminders) if moment > told]
    first = [Due(Step.REMIND_VOTERS, min(reminders))] if reminders and not rests(vote) else []
    asked = [] if question is None else [Due(Step.ASK_RUNNER, question)]
    return (*first, *asked, Due(Step.CLOSE_VOTE, close + CLICKS_IN_FLIGHT))


def excuse_by(vote: Vote, outages: Collection[Outage]) -> datetime:
    """Until when a reason for having missed the vote is heard; later where the bot was away then."""
    began = vote.closed_at or vote.closes_at
    return extend(began, began + EXCUSE_WITHIN, outages, vote.kind.reopen_for)


def counts_for_attendance(vote: Vote) -> bool:
    """Whether missing it is an absence (AIJE-A02-6): a vote of the committee that came to its count.

    Petitions and approvals are none, nor is a question among representatives (OLY-6), who sit on no committee.
    """
    counted = vote.outcome in {Outcome.PASSED, Outcome.REJECTED, Outcome.NO_QUORUM, Outcome.RUN_OFF}
    of_the_committee = vote.kind.electorate is not ElectorateRule.REPRESENTATIVES
    return counted and of_the_committee and vote.kind.form in {Form.YES_NO, Form.CANDIDATES}
