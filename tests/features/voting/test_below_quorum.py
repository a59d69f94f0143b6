"""A vote that stays below its quorum: no clock ends it, who runs it is asked by name, and then it rests."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import wiring
from bot.features.guidance import verbs as guidance_verbs
from bot.features.tournaments.tasks_model import Task
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteBelowQuorum, VoteExtended, VoteMatter, VoteMinutes, VoteReminder
from bot.features.voting.closing_verbs import begin
from bot.features.voting.model import AGAINST, ASKED_AFTER, IN_FAVOUR, NULL, VOTERS_FIRST, Vote, VoteOutcome
from bot.features.voting.procedures_model import preset
from bot.features.voting.record_verbs import vote_subject
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotAllowed
from bot.kernel.outages import Step
from tests.hall.chamber import COMMITTEE, open_chamber
from tests.hall.court import LEADER
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

RULE = pytest.mark.rule("AIJE-A02-4")


@pytest.fixture
def vote(hall: Hall) -> Vote:
    open_chamber(hall)
    matter = VoteMatter("Why we do it", hall.person(50).person_id)
    return hall.do(begin, GUILD, preset("rating-penalty"), matter, hall.person(LEADER).person_id)


def cast(hall: Hall, vote: Vote, *choices: str) -> Vote:
    for number, choice in zip(COMMITTEE, choices, strict=False):
        hall.now += timedelta(minutes=1)
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice)
    return now(hall, vote)


def now(hall: Hall, vote: Vote) -> Vote:
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    return found


def wait(hall: Hall, vote: Vote, length: timedelta) -> None:
    """Lets time pass, with each step of the vote at its moment."""
    until = hall.now + length
    while True:
        due = [
            one
            for one in hall.ask(kernel_time_store.due_deadlines, until, 100)
            if one.subject == vote_subject(vote.vote_id)
        ]
        if not due:
            break
        first = min(due, key=lambda one: one.due_at)
        hall.now = max(hall.now, first.due_at)
        hall.do(wiring.take, first)
    hall.now = until


def asked(hall: Hall, vote: Vote) -> int:
    return len(hall.promised(VoteBelowQuorum, vote.vote_id))


@RULE
def test_once_all_have_voted_below_the_quorum_who_runs_it_is_asked_at_once(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL)
    wait(hall, vote, timedelta(minutes=1))
    assert asked(hall, vote) == 0
    hall.act(hall.actor(COMMITTEE[3]), voting_verbs.cast, vote.vote_id, NULL)
    wait(hall, vote, timedelta(minutes=1))
    assert asked(hall, vote) == 1
    assert now(hall, vote).closed_at is None


@RULE
def test_it_is_asked_again_after_a_day_three_days_and_a_week_and_then_rests_for_good(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    told = []
    for day in range(40):
        wait(hall, vote, timedelta(days=1))
        told.append(asked(hall, vote))
        assert now(hall, vote).closed_at is None, f"a clock has ended it on day {day}"
    assert told[:9] == [2, 2, 3, 3, 3, 3, 4, 4, 4]
    assert told[-1] == len(ASKED_AFTER)
    assert not hall.promised(VoteExtended, vote.vote_id)
    assert not hall.promised(VoteReminder, vote.vote_id)


@RULE
def test_without_all_ballots_voters_are_called_first_and_then_who_runs_it(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR)
    wait(hall, vote, vote.closes_at - hall.now + timedelta(minutes=1))
    assert (len(hall.promised(VoteExtended, vote.vote_id)), asked(hall, vote)) == (1, 0)
    wait(hall, vote, VOTERS_FIRST)
    assert asked(hall, vote) == 1
    wait(hall, vote, timedelta(days=60))
    assert asked(hall, vote) == len(ASKED_AFTER)
    called = len(hall.promised(VoteExtended, vote.vote_id)) + len(hall.promised(VoteReminder, vote.vote_id))
    wait(hall, vote, timedelta(days=60))
    assert len(hall.promised(VoteExtended, vote.vote_id)) + len(hall.promised(VoteReminder, vote.vote_id)) == called


@RULE
def test_a_quorum_that_a_changed_ballot_brings_closes_the_vote(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, IN_FAVOUR, NULL, NULL)
    hall.now += timedelta(hours=1)
    hall.act(hall.actor(COMMITTEE[2]), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    assert now(hall, vote).outcome is VoteOutcome.PASSED
    wait(hall, vote, timedelta(days=10))
    assert asked(hall, vote) == 0


@RULE
def test_a_changed_ballot_that_brings_no_quorum_shows_nowhere_at_once(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    wait(hall, vote, timedelta(hours=1))
    hall.act(hall.actor(COMMITTEE[0]), voting_verbs.cast, vote.vote_id, AGAINST)
    wait(hall, vote, timedelta(hours=1))
    assert asked(hall, vote) == 1


@RULE
def test_a_vote_that_rests_is_awake_again_a_day_after_a_ballot_is_changed(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    wait(hall, vote, timedelta(days=20))
    before = asked(hall, vote)
    hall.act(hall.actor(COMMITTEE[0]), voting_verbs.cast, vote.vote_id, AGAINST)
    wait(hall, vote, timedelta(hours=1))
    assert asked(hall, vote) == before
    wait(hall, vote, timedelta(days=1))
    assert asked(hall, vote) == before + 1


@RULE
def test_who_runs_it_closes_it_without_a_decision_and_the_minutes_name_them(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    closed = hall.act(hall.actor(LEADER), voting_verbs.close_below_quorum, vote.vote_id)
    assert (closed.outcome, closed.cancelled_by) == (VoteOutcome.NO_QUORUM, hall.person(LEADER).person_id)
    assert hall.promised(VoteMinutes, vote.vote_id)
    wait(hall, vote, timedelta(days=10))
    assert asked(hall, vote) == 0


@RULE
def test_it_is_not_closed_by_hand_while_ballots_may_still_come(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR)
    with refuses("error.StillBeforeClose"):
        hall.act(hall.actor(LEADER), voting_verbs.close_below_quorum, vote.vote_id)


@RULE
def test_nobody_else_closes_it(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(COMMITTEE[2]), voting_verbs.close_below_quorum, vote.vote_id)


@RULE
def test_a_vote_below_its_quorum_waits_on_the_leaders_list_until_it_is_settled(hall: Hall, vote: Vote) -> None:
    def waits(number: int) -> bool:
        found = hall.ask_as(hall.actor(number), guidance_verbs.tasks).tasks
        return Task.SETTLE_VOTE in {one.task for one in found}

    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    wait(hall, vote, timedelta(days=30))
    assert waits(LEADER)
    assert not waits(COMMITTEE[2])
    hall.act(hall.actor(LEADER), voting_verbs.close_below_quorum, vote.vote_id)
    assert not waits(LEADER)


@RULE
def test_what_fell_due_while_the_bot_was_away_is_one_question(hall: Hall, vote: Vote) -> None:
    cast(hall, vote, IN_FAVOUR, AGAINST, NULL, NULL)
    hall.now += timedelta(days=5)
    (due,) = [one for one in hall.ask(kernel_time_store.due_deadlines, hall.now, 100) if one.kind == Step.ASK_RUNNER]
    hall.do(wiring.take, due)
    assert (asked(hall, vote), now(hall, vote).asked) == (1, 3)
