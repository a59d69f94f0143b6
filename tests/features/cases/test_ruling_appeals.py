"""Appeals against rulings and against a loss of points: once, in time, and what a granted one puts right (GO-16.4)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import store as cases_store
from bot.features.cases.appeals_verbs import Instead
from bot.features.cases.model import AbsenceNotice, AppealDecided
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.correcting_verbs import BracketStands
from bot.features.playing.model import ResultCorrected
from bot.features.tournaments.promises_model import Podium
from bot.kernel.errors import NotAllowed, NotFound, NotNow, NotYours, Outdated
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import Score, Stage
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.chamber import open_chamber, passes, publish, rating_of
from tests.hall.court import LEADER, PRESIDENT, deliver, give_office, let_pass, miss
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

DAY, SECOND = timedelta(hours=24), timedelta(seconds=1)


def officers(hall: Hall) -> None:
    """Names a leader and a President."""
    for office, number in (("leader", LEADER), ("president", PRESIDENT)):
        hall.do(give_office, office, hall.person(number).person_id)  # type: ignore[arg-type]


def ruled(hall: Hall, *, stage: Stage | None = None, by: int = ARBITER) -> Board:
    """A match that the arbiter (or somebody else) gave to side 0, against the word of side 1."""
    officers(hall)
    board = first_match(hall, stage=stage)
    board.here(0, 1)
    board.wait(minutes=1)
    target = board.view.contest.target
    hall.act(hall.actor(by), playing_ruling_verbs.rule, board.contest_id, (target, 1), "the screenshot")
    return board


def appeal(board: Board, side: int = 1) -> str:
    against = f"match-{board.contest_id}"
    made = board.hall.act(board.actor(side), cases_appeals_verbs.appeal, against, "The screenshot is of another match")
    return made.appeal_id


def grant(board: Board, appeal_id: str, score: Score, judge: int = LEADER) -> None:
    hall = board.hall
    found = hall.ask_as(hall.actor(judge), cases_appeals_verbs.preview, appeal_id, score)
    instead = Instead(score, len(found.reopened))
    hall.act(hall.actor(judge), cases_appeals_verbs.decide, appeal_id, "It is", granted=True, instead=instead)


@pytest.mark.rule("GO-16.4")
def test_a_granted_appeal_corrects_the_score_and_everybody_reads_why(hall: Hall) -> None:
    board = ruled(hall)
    appeal_id = appeal(board)
    grant(board, appeal_id, (1, 3))
    assert board.view.state.score == (1, 3)
    assert board.view.reason == "It is"
    assert len(board.said(ResultCorrected)) == 1
    assert len(hall.promised(AppealDecided, appeal_id)) == 3


@pytest.mark.rule("GO-16.4")
def test_a_refused_appeal_leaves_the_score_as_it_was(hall: Hall) -> None:
    board = ruled(hall)
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, appeal(board), "Seen by all", granted=False)
    assert board.view.state.score == (3, 1)


@pytest.mark.rule("GO-16.4")
def test_a_ruling_is_appealed_once_and_by_its_players_alone(hall: Hall) -> None:
    board = ruled(hall)
    with pytest.raises(NotYours):
        hall.act(hall.actor(99), cases_appeals_verbs.appeal, f"match-{board.contest_id}", "Unfair")
    appeal(board, side=1)
    with refuses("error.AppealedBefore"):
        appeal(board, side=0)


@pytest.mark.rule("GO-16.4")
@pytest.mark.parametrize(("after", "in_time"), [(DAY, True), (DAY + SECOND, False)])
def test_the_last_moment_of_the_day_is_in_time(hall: Hall, after: timedelta, in_time: bool) -> None:
    board = ruled(hall)
    hall.now += after
    if in_time:
        assert appeal(board)
        return
    with refuses("error.AppealTooLate"):
        appeal(board)


@pytest.mark.rule("GO-16.4", "AIJE-D01-6")
def test_what_the_players_agreed_on_is_no_ruling(hall: Hall) -> None:
    officers(hall)
    board = first_match(hall)
    board.here(0, 1)
    board.report(0, (3, 0))
    board.confirm(1)
    with pytest.raises(NotFound):
        appeal(board)


def test_who_ruled_and_who_holds_no_office_do_not_decide(hall: Hall) -> None:
    board = ruled(hall)
    appeal_id = appeal(board)
    for judge, refusal in ((ARBITER, "error.DecidedBefore"), (99, NotAllowed)):
        with refuses(refusal):
            grant(board, appeal_id, (1, 3), judge)


def test_granting_without_the_right_score_or_with_another_outlook_changes_nothing(hall: Hall) -> None:
    board = ruled(hall)
    appeal_id = appeal(board)
    for instead in (None, Instead((1, 3), 7)):
        with pytest.raises(Outdated):
            hall.act(hall.actor(LEADER), cases_appeals_verbs.decide, appeal_id, "x", granted=True, instead=instead)
    assert board.view.state.score == (3, 1)


def test_a_score_that_was_corrected_meanwhile_is_no_ruling_of_then(hall: Hall) -> None:
    board = ruled(hall)
    hall.now += SECOND
    hall.act(hall.actor(1), playing_correcting_verbs.correct, board.contest_id, (1, 3), 0, "a slip")
    (one,) = hall.ask_as(board.actor(0), cases_reading_verbs.appealable)
    assert (one.key, one.ruling is not None) == (f"match-{board.contest_id}", True)


@pytest.mark.rule("GO-16.4", "AIJE-B02-2")
def test_after_the_final_the_podium_and_the_ratings_are_put_right(hall: Hall) -> None:
    board = ruled(hall, stage=Stage.FINAL)
    event = hall.load(board.tournament)
    assert event.ended_at is not None
    first, second = hall.people_of(event, board.view.contest)
    before = hall.ask(people_ratings_store.ratings, GUILD)
    hall.now += SECOND
    grant(board, appeal(board), (1, 5))
    after = hall.ask(people_ratings_store.ratings, GUILD)
    assert after[first] < before[first]
    assert after[second] > before[second]
    assert len(hall.promised(Podium, event.tournament_id)) == 2


@pytest.mark.rule("GO-16.4", "GO-23.1")
def test_an_event_that_is_over_is_not_reopened_by_an_appeal(hall: Hall) -> None:
    board = ruled(hall, stage=None)
    appeal_id = appeal(board)
    hall.play_out(board.tournament)
    assert hall.load(board.tournament).ended_at is not None
    with pytest.raises(BracketStands):
        grant(board, appeal_id, (1, 3))
    grant(board, appeal_id, (3, 2))
    assert board.view.state.score == (3, 2)


@pytest.mark.rule("GO-16.4", "AIJE-D01-5.3")
def test_a_granted_appeal_gives_the_points_back(hall: Hall) -> None:
    open_chamber(hall)
    publish(hall, {2: 2100.0})
    miss(hall, 2)
    deliver(hall, AbsenceNotice)
    let_pass(hall, timedelta(hours=73))
    passes(hall, "rating-penalty", 2)
    (penalty,) = hall.ask(cases_store.penalties_of_person, hall.person(2).person_id)
    made = hall.act(hall.actor(2), cases_appeals_verbs.appeal, f"points-{penalty.penalty_id}", "I was there")
    with refuses("error.DecidedBefore"):
        hall.act(hall.actor(LEADER), cases_appeals_verbs.decide, made.appeal_id, "x", granted=True)
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "So it is", granted=True)
    assert rating_of(hall, 2) == pytest.approx(2100.0)
    with refuses("error.AppealedBefore", NotNow):
        hall.act(hall.actor(2), cases_appeals_verbs.appeal, f"points-{penalty.penalty_id}", "Again")
