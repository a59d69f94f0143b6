"""The end of a match's days: who is the absent one, when nobody is, and what organisers can do then."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.cases.model import AbsenceNotice
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import DaysOutcome, SilentSideLost, TimeProposed, TimeUndecided
from bot.features.match_times.verbs import NoticeTooShort
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.features.tournaments.tasks_model import Obstacle
from bot.kernel.errors import NotAllowed, NotNow
from bot.play.contests import ResultKind
from tests.hall.hall import PLAYERLESS
from tests.hall.weeks import DAY, HOUR, Week
from tests.refusals import refuses

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    week = Week(tmp_path)
    yield week
    week.hall.close()


def lost_by(week: Week) -> int | None:
    """The side that has lost by absence."""
    if week.result is None:
        return None
    assert week.result.kind is ResultKind.WALKOVER
    return week.result.score.index(0)


def test_who_neither_proposes_nor_answers_by_the_end_loses_by_absence(week: Week) -> None:
    week.propose(0, 8 * DAY)
    week.pass_time(7 * DAY)
    assert week.result is None, "clicks that are on their way are waited for"
    week.pass_time(4 * SECOND)
    assert lost_by(week) == 1
    assert [one.side for one in week.said(SilentSideLost)] == [1]


def test_the_absent_one_is_asked_why_as_ever(week: Week) -> None:
    week.propose(0, 8 * DAY)
    week.pass_time(7 * DAY + HOUR)
    assert week.hall.load(week.event).ended_at is not None
    assert week.hall.promised(AbsenceNotice, week.event.tournament_id)
    (case,) = week.rows("SELECT person_id FROM absence_cases")
    assert case["person_id"] == week.view.players[1].person_id


def test_who_is_told_in_the_last_minute_has_the_time_to_answer(week: Week) -> None:
    week.pass_time(7 * DAY - MINUTE)
    week.propose(0, 2 * DAY)
    week.pass_time(DAY - 2 * MINUTE)
    assert week.result is None
    made = week.view.open_proposals[0]
    week.accept(1, made)
    assert week.view.arrangement.time is not None


def test_who_lets_that_time_pass_too_is_the_absent_one(week: Week) -> None:
    week.pass_time(7 * DAY - MINUTE)
    week.propose(0, 2 * DAY)
    week.pass_time(DAY + 4 * SECOND)
    assert lost_by(week) == 1


def test_a_last_minute_proposal_for_a_moment_too_near_makes_nobody_absent(week: Week) -> None:
    week.pass_time(7 * DAY - MINUTE)
    week.propose(0, HOUR)
    week.pass_time(2 * HOUR)
    assert week.result is None
    assert [one.outcome for one in week.said(TimeUndecided)] == [DaysOutcome.NO_AGREEMENT]


def test_a_proposal_that_was_never_told_makes_nobody_absent(week: Week) -> None:
    week.muted = {TimeProposed}
    week.propose(0, 8 * DAY)
    week.pass_time(8 * DAY + MINUTE)
    assert week.result is None
    assert week.said(TimeUndecided)


def test_a_proposal_that_was_taken_back_at_once_makes_nobody_absent(week: Week) -> None:
    made = week.propose(0, 6 * DAY)
    week.hall.act(week.actor(0), match_times_verbs.withdraw, week.key, made.proposal_id)
    week.pass_time(7 * DAY + MINUTE)
    assert week.result is None
    assert [one.outcome for one in week.said(TimeUndecided)] == [DaysOutcome.NO_AGREEMENT]


def test_a_side_that_answered_with_no_is_not_absent(week: Week) -> None:
    week.decline(1, week.propose(0, 6 * DAY))
    week.pass_time(7 * DAY + MINUTE)
    assert week.result is None
    assert week.said(TimeUndecided)


def test_of_two_who_are_silent_the_organisers_are_asked_once(week: Week) -> None:
    week.pass_time(9 * DAY)
    assert week.result is None
    assert [one.outcome for one in week.said(TimeUndecided)] == [DaysOutcome.BOTH_SILENT]
    rows = week.hall.ask(lambda tx: list(match_times_staff_verbs.rows(tx, week.event)))
    assert [one.obstacle for one in rows] == [Obstacle.NO_TIME]
    with refuses("error.DaysAreOver"):
        week.propose(0, HOUR)


def test_once_nobody_has_a_proposal_left_the_organisers_are_asked_at_once(week: Week) -> None:
    for day in (1, 2, 3):
        for side in (0, 1):
            week.decline(1 - side, week.propose(side, day * DAY + side * HOUR))
    week.pass_time(SECOND)
    assert [one.outcome for one in week.said(TimeUndecided)] == [DaysOutcome.NO_AGREEMENT]


def test_an_outage_at_the_end_of_the_round_gives_the_time_back(week: Week) -> None:
    week.propose(0, 8 * DAY)
    week.pass_time(7 * DAY - HOUR)
    week.sleep(3 * HOUR)
    assert week.result is None
    week.pass_time(HOUR - MINUTE)
    week.accept(1, week.view.open_proposals[0])
    assert week.view.arrangement.time is not None


def test_an_outage_is_no_time_to_answer(week: Week) -> None:
    week.pass_time(6 * DAY)
    week.propose(0, 2 * DAY + 20 * HOUR)
    week.sleep(20 * HOUR)
    week.pass_time(23 * HOUR)
    assert week.result is None
    week.pass_time(HOUR + MINUTE)
    assert lost_by(week) == 1


def test_who_leaves_loses_as_ever_and_nothing_is_left_to_agree_on(week: Week) -> None:
    week.propose(0, 2 * DAY)
    week.act(week.actor(1), rounds_drawing_verbs.leave, week.event.tournament_id)
    assert week.result is not None
    assert week.result.kind is ResultKind.WITHDRAWAL
    assert week.steps() == {}
    assert not week.view.goes_on
    assert week.view.open_proposals == ()


def test_organisers_set_a_time_with_fair_notice_and_a_reason(week: Week) -> None:
    week.pass_time(8 * DAY)
    staff = week.hall.actor(PLAYERLESS)
    for ahead in (23 * HOUR, 10 * DAY):
        with pytest.raises(NoticeTooShort):
            week.hall.act(
                staff, match_times_staff_verbs.set_time, week.key, week.hall.now + ahead, "Both write that they want to"
            )
    with pytest.raises(OwnMatch):
        week.hall.act(week.actor(0), match_times_staff_verbs.set_time, week.key, week.hall.now + 2 * DAY, "I want to")
    with pytest.raises(NotAllowed):
        week.hall.act(
            week.hall.actor(9), match_times_staff_verbs.set_time, week.key, week.hall.now + 2 * DAY, "I want to"
        )
    week.act(staff, match_times_staff_verbs.set_time, week.key, week.hall.now + 2 * DAY, "Both write that they want to")
    week.pass_time(2 * DAY)
    assert week.called_at == week.hall.now
    assert {"act": "set_time", "why": "Both write that they want to"} in week.rows("SELECT act, why FROM log")


def test_a_time_of_staff_is_taken_back_and_the_two_agree_anew(week: Week) -> None:
    staff = week.hall.actor(PLAYERLESS)
    with refuses("error.HasNoTime"):
        week.hall.act(staff, match_times_staff_verbs.lift_time, week.key, "Nothing there")
    week.act(staff, match_times_staff_verbs.set_time, week.key, week.hall.now + 6 * DAY, "Only day of the hall")
    week.pass_time(5 * DAY + 23 * HOUR)
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.lift_time, week.key, "The hall is closed")
    week.pass_time(HOUR + MINUTE)
    assert week.called_at is None
    week.agree(12 * HOUR)
    week.pass_time(12 * HOUR)
    assert week.called_at is not None


def test_organisers_give_more_days(week: Week) -> None:
    week.pass_time(8 * DAY)
    until = week.hall.now + 3 * DAY
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.prolong, week.key, until, "Holidays")
    assert week.view.closes_at == until
    week.propose(0, 4 * DAY)
    week.pass_time(3 * DAY + MINUTE)
    assert lost_by(week) == 1


@pytest.mark.parametrize("loser", [0, 1, None])
def test_organisers_end_a_match_only_once_they_are_asked(week: Week, loser: int | None) -> None:
    with pytest.raises(NotNow):
        week.hall.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.end_match, week.key, loser, "Silent")
    week.pass_time(8 * DAY)
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.end_match, week.key, loser, "Silent")
    assert week.result is not None
    if loser is None:
        assert week.result.kind is ResultKind.DOUBLE_WALKOVER
    else:
        assert lost_by(week) == loser
