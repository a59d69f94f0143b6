"""Two sides agree on the time of their match: proposed, answered, moved, and called at that time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import (
    MatchOpened,
    MatchSoon,
    ProposalDeclined,
    ProposalEnd,
    RoundOpened,
    TimeFixed,
    TimeProposed,
    TimeWanted,
)
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.tasks_model import Task, UpcomingKind
from bot.kernel.errors import NotYours
from bot.rulebooks.library import preset
from tests.hall.weeks import DAY, HOUR, Week, league
from tests.refusals import refuses

MINUTE = timedelta(minutes=1)


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    week = Week(tmp_path)
    yield week
    week.hall.close()


def test_a_paired_match_is_opened_and_not_called(week: Week) -> None:
    assert week.called_at is None
    assert len(week.said(MatchOpened)) == 1
    assert [one.round for one in week.said(RoundOpened, week.event.tournament_id)] == [1]
    assert week.view.ends_at == week.hall.now + 7 * DAY


def test_its_days_begin_with_the_delivered_message(tmp_path: Path) -> None:
    week = Week(tmp_path, told=False)
    assert week.view.ends_at is None
    with refuses("error.NotOpenYet"):
        week.hall.act(week.actor(0), match_times_verbs.propose, week.key, week.hall.now + DAY)
    week.hall.now += DAY
    week.deliver()
    assert week.view.ends_at == week.hall.now + 7 * DAY
    week.hall.close()


def test_who_accepts_fixes_the_time_and_the_match_is_called_then(week: Week) -> None:
    week.agree(2 * DAY)
    time = week.view.arrangement.time
    assert time is not None
    assert len(week.said(TimeFixed)) == 1
    week.pass_time(2 * DAY - MINUTE)
    assert week.called_at is None
    assert len(week.said(MatchSoon)) == 2, "a day and an hour before"
    week.pass_time(MINUTE)
    assert week.called_at == time.at
    assert len(week.said(MatchCalled)) == 1


def test_the_clock_for_being_late_starts_with_the_delivered_call(week: Week) -> None:
    week.agree(DAY)
    week.muted = {MatchCalled}
    week.pass_time(DAY + 20 * MINUTE)
    assert not week.is_settled
    week.muted = set()
    week.deliver()
    week.hall.act(week.actor(0), playing_presence_verbs.here, week.key)
    week.pass_time(29 * MINUTE)
    assert not week.is_settled
    week.pass_time(2 * MINUTE)
    assert week.result is not None
    assert week.result.walkover_games == week.result.score


def test_each_press_is_bound_to_the_proposal_that_was_shown(week: Week) -> None:
    first, second = week.propose(0, DAY), week.propose(0, 2 * DAY)
    week.hall.act(week.actor(0), match_times_verbs.withdraw, week.key, first.proposal_id)
    with refuses("error.ProposalIsGone"):
        week.accept(1, first)
    week.accept(1, second)
    with refuses("error.ProposalIsGone"):
        week.accept(1, second)
    assert week.view.arrangement.time is not None
    assert week.view.arrangement.time.at == second.at
    assert len(week.said(TimeFixed)) == 1, "the second press of a double click changes nothing"


def test_nobody_accepts_their_own_proposal_nor_that_of_a_match_of_others(week: Week) -> None:
    made = week.propose(0, DAY)
    with refuses("error.OwnProposal"):
        week.accept(0, made)
    with pytest.raises(NotYours):
        week.hall.act(week.hall.actor(9), match_times_verbs.accept, week.key, made.proposal_id)
    with refuses("error.ProposalIsGone"):
        week.hall.act(week.actor(1), match_times_verbs.accept, week.key, "forged")


def test_a_time_is_declined_with_another_and_the_proposer_is_told(week: Week) -> None:
    first = week.propose(0, DAY)
    second = week.propose(1, 2 * DAY, first)
    assert week.view.arrangement.proposal(first.proposal_id).ending is ProposalEnd.DECLINED  # type: ignore[union-attr]
    assert [one.proposal_id for one in week.view.open_proposals] == [second.proposal_id]
    week.decline(0, second)
    assert len(week.said(ProposalDeclined)) == 1
    assert len(week.said(TimeProposed)) == 2


def test_a_side_has_three_proposals_and_those_taken_back_count(week: Week) -> None:
    for day in (1, 2, 3):
        made = week.propose(0, day * DAY)
        week.hall.act(week.actor(0), match_times_verbs.withdraw, week.key, made.proposal_id)
    with refuses("error.NoProposalLeft"):
        week.propose(0, 4 * DAY)
    week.propose(1, 4 * DAY)


def test_a_time_is_within_the_days_and_their_grace(week: Week) -> None:
    for ahead in (-MINUTE, 9 * DAY + MINUTE):
        with refuses("error.TimeOutsideRound"):
            week.propose(0, ahead)
    week.propose(0, 9 * DAY)
    with refuses("error.ProposedAlready"):
        week.propose(1, 9 * DAY)


def test_a_proposal_whose_time_has_passed_is_not_accepted(week: Week) -> None:
    made = week.propose(0, HOUR)
    week.pass_time(HOUR + MINUTE)
    with refuses("error.ProposalIsGone"):
        week.accept(1, made)


def test_a_time_is_moved_once_by_agreement_and_stands_until_then(week: Week) -> None:
    week.agree(DAY)
    old = week.view.arrangement.time
    made = week.propose(1, 3 * DAY)
    assert week.view.arrangement.time == old
    week.accept(0, made)
    assert week.view.arrangement.time is not None
    assert week.view.arrangement.time.at == made.at
    with refuses("error.TimeIsFixed"):
        week.propose(0, 4 * DAY)
    week.pass_time(DAY + HOUR)
    assert week.called_at is None
    week.pass_time(2 * DAY)
    assert week.called_at == made.at


def test_a_time_is_not_moved_once_the_match_is_called(week: Week) -> None:
    week.agree(DAY)
    made = week.propose(0, 2 * DAY)
    week.pass_time(DAY)
    for press in (lambda: week.accept(1, made), lambda: week.propose(1, 3 * DAY)):
        with refuses("error.MatchIsCalled"):
            press()


def test_no_rulebook_without_times_takes_a_proposal(week: Week) -> None:
    other = week.hall.begin(week.hall.announce(preset("round-robin"), "Other"), 2, 3, 4)
    contest = week.hall.open_contests(other)[0]
    with refuses("error.NoMatchTimes"):
        week.hall.act(week.hall.actor(2), match_times_verbs.propose, contest.contest_id, week.hall.now + DAY)


def test_what_one_has_to_do_is_told(week: Week) -> None:
    def asked(side: int) -> tuple[list[Task], list[UpcomingKind]]:
        found = week.hall.ask_as(week.actor(side), guidance_verbs.tasks)
        return [one.task for one in found.tasks], [one.outlook for one in found.prospects]

    assert Task.PROPOSE_TIME in asked(0)[0]
    made = week.propose(0, DAY)
    assert UpcomingKind.TIME_IS_ANSWERED in asked(0)[1]
    assert Task.PROPOSE_TIME not in asked(0)[0]
    assert Task.ANSWER_TIME in asked(1)[0]
    week.accept(1, made)
    assert UpcomingKind.MATCH_IS_CALLED in asked(0)[1]
    assert Task.ANSWER_TIME not in asked(1)[0]


def test_who_has_not_agreed_is_reminded_before_the_round_ends(week: Week) -> None:
    week.pass_time(5 * DAY - MINUTE)
    assert week.said(TimeWanted) == []
    week.pass_time(2 * MINUTE)
    assert len(week.said(TimeWanted)) == 1


def test_a_refused_press_leaves_nothing_behind(week: Week) -> None:
    first = week.propose(0, DAY)
    with refuses("error.TimeOutsideRound"):
        week.propose(1, 20 * DAY, first)
    assert week.view.arrangement.proposal(first.proposal_id).ending is None  # type: ignore[union-attr]


def test_a_click_after_the_days_is_refused_and_one_before_is_taken(week: Week) -> None:
    ends = week.view.ends_at
    assert ends is not None
    week.hall.now = ends + timedelta(seconds=1)
    with refuses("error.DaysAreOver"):
        week.propose(0, DAY)
    in_time = replace(week.actor(0), at=ends)
    week.hall.act(in_time, match_times_verbs.propose, week.key, week.hall.now + DAY)


def test_nothing_is_agreed_on_in_an_event_that_was_called_off(week: Week) -> None:
    made = week.propose(0, DAY)
    week.act(week.hall.actor(1), course_ending_verbs.cancel, week.event.tournament_id, "No hall")
    with refuses("error.TournamentIsOver"):
        week.accept(1, made)
    assert week.steps() == {}
    assert not week.view.goes_on


def test_a_league_without_moves_has_times_that_stand(tmp_path: Path) -> None:
    week = Week(tmp_path, league(reschedules=0))
    week.agree(DAY)
    with refuses("error.TimeIsFixed"):
        week.propose(0, 2 * DAY)
    week.hall.close()
