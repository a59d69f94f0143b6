"""Attendance of the committee's votes (AIJE-A02-6): what counts as an absence, and until when a reason is heard."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.voting.model import (
    Excuse,
    Presence,
    Vote,
    VoteEffect,
    VoteOutcome,
    VotingRecord,
    attendance,
    closes_at,
    due_steps,
    presence,
)
from bot.kernel.ids import VoteId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from tests.features.voting.test_votes import OPENED, people, vote

ME, OTHER = people(2)
CLOSED = OPENED + timedelta(days=7)
LATER = CLOSED + timedelta(days=30)


def closed(number: int = 0, outcome: VoteOutcome = VoteOutcome.PASSED, kind: str = "absence-penalty") -> Vote:
    opened = OPENED + timedelta(days=number)
    asked = replace(vote(kind, 2), vote_id=VoteId(f"v{number}"), opened_at=opened)
    return replace(asked, closed_at=opened + timedelta(days=7), outcome=outcome)


def excuse(accepted: bool | None) -> Excuse:
    return Excuse(VoteId("v0"), ME, "ill", CLOSED, accepted)


def line(*some: Vote, voted: tuple[VoteId, ...] = ()) -> VotingRecord:
    voters = {one.vote_id: {ME} if one.vote_id in voted else set() for one in some}
    return attendance(ME, some, voters, {}, LATER, ())


@pytest.mark.rule("AIJE-A02-6")
@pytest.mark.parametrize(
    ("voted", "given", "after", "found"),
    [
        (True, None, timedelta(0), Presence.ATTENDED),
        (False, None, timedelta(hours=72), Presence.PENDING),
        (False, None, timedelta(hours=72, milliseconds=1), Presence.UNJUSTIFIED),
        (False, excuse(None), timedelta(days=30), Presence.PENDING),
        (False, excuse(True), timedelta(hours=1), Presence.EXCUSED),
        (False, excuse(False), timedelta(hours=1), Presence.UNJUSTIFIED),
    ],
)
def test_how_an_entitled_member_stands_to_a_vote(
    voted: bool, given: Excuse | None, after: timedelta, found: Presence
) -> None:
    assert presence(closed(), voted, given, CLOSED + after, ()) is found


@pytest.mark.rule("AIJE-A02-6")
@pytest.mark.parametrize(("missed", "may"), [(2, False), (3, True), (4, True)])
def test_three_absences_in_all_not_in_a_row_allow_a_removal(missed: int, may: bool) -> None:
    some = [closed(number) for number in range(2 * missed)]
    found = line(*some, voted=tuple(one.vote_id for one in some[::2]))
    assert (found.count(Presence.UNJUSTIFIED), found.may_be_removed) == (missed, may)


@pytest.mark.rule("AIJE-A02-6")
@pytest.mark.parametrize(
    "uncounted",
    [
        closed(outcome=VoteOutcome.CANCELLED),
        closed(kind="petition"),
        closed(kind="player-expulsion"),
        closed(kind="open-question"),
    ],
)
def test_petitions_approvals_open_questions_and_cancelled_votes_are_no_duty(uncounted: Vote) -> None:
    assert line(uncounted).votes == ()


@pytest.mark.rule("AIJE-A02-6")
def test_who_was_not_entitled_or_was_struck_was_not_absent() -> None:
    struck = replace(closed(), electors=(replace(closed().electors[0], struck_at=CLOSED), closed().electors[1]))
    assert line(struck).votes == ()
    assert line(replace(closed(), electors=closed().electors[1:])).votes == ()


@pytest.mark.rule("AIJE-A02-6")
def test_what_led_to_a_removal_is_not_counted_again() -> None:
    removal = closed(10, kind="absence-removal")
    assert removal.kind.effect is VoteEffect.REMOVE_FOR_ABSENCES
    gone = replace(removal, subject=ME)
    before, after = [closed(number) for number in range(3)], closed(30)
    assert [one for one, _ in line(*before, gone, after).votes] == ["v30"]


def test_a_vote_reminds_closes_and_counts_its_absences() -> None:
    asked = vote("absence-penalty", 2)
    remind, close = due_steps(asked, ())
    assert (remind.kind, remind.at) == (Step.REMIND_VOTERS, asked.closes_at - timedelta(hours=48))
    assert (close.kind, close.at) == (Step.CLOSE_VOTE, asked.closes_at + CLICKS_IN_FLIGHT)
    told = replace(asked, reminded_at=remind.at)
    assert due_steps(told, ())[0].at == asked.closes_at - timedelta(hours=12)
    (count,) = due_steps(closed(), ())
    assert (count.kind, count.at) == (Step.COUNT_ABSENCES, CLOSED + timedelta(hours=72) + CLICKS_IN_FLIGHT)


def test_a_deadline_that_the_bot_slept_through_moves_a_day_past_its_return() -> None:
    asked = vote("absence-penalty", 2)
    back = asked.closes_at + timedelta(hours=2)
    assert closes_at(asked, [Outage(asked.closes_at - timedelta(hours=1), back)]) == back + timedelta(hours=24)
    assert closes_at(asked, [Outage(OPENED, OPENED + timedelta(hours=1))]) == asked.closes_at + timedelta(hours=1)
