"""Rating points for an absence: taken by a vote from the absent player alone, and given back (AIJE-D01-5.3)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verbs as cases_verbs
from bot.features.cases.model import AbsenceNotice, RatingPointsTaken
from bot.features.entering import store as entering_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.ids import CaseId
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.rating import expected_score
from bot.rulebooks.library import preset
from tests.hall.chamber import open_chamber, passes, publish, rating_of, start
from tests.hall.court import LEADER, bars_of, case_of, deliver, let_pass, miss
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

THREE_DAYS = timedelta(hours=73)
K = 16


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def absent(hall: Hall, *numbers: int) -> CaseId:
    """Members who missed an event and let the time to justify pass; answers the first one's case."""
    tournament = miss(hall, *numbers)
    deliver(hall, AbsenceNotice)
    let_pass(hall, THREE_DAYS)
    return case_of(hall, tournament, numbers[0]).case_id


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B02-2")
def test_who_never_confirmed_pays_for_one_lost_match_against_the_initial_rating(court: Hall) -> None:
    publish(court, {2: 2100.0, 3: 1900.0})
    absent(court, 2)
    assert bars_of(court, 2)
    passes(court, "rating-penalty", 2)
    assert rating_of(court, 2) == pytest.approx(2100 - 3 * K * expected_score(2100, 2000))
    assert rating_of(court, 3) == 1900
    assert bars_of(court, 2) == []


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B02-2")
def test_walkover_games_cost_the_absent_player_alone_and_nobody_gains_them(court: Hall) -> None:
    publish(court, {number: 2000.0 + number for number in (2, 3, 4, 5)})
    event = court.begin(court.announce(), 2, 3, 4, 5)
    first = court.open_contests(event)[0]
    winner, loser = (person for person in court.people_of(event, first))
    court.settle(first, (3, 0), (3, 0), ResultKind.WALKOVER)
    second = next(one for one in court.open_contests(event) if one.contest_id != first.contest_id)
    court.settle(second, (3, 1))
    for contest in court.open_contests(event):
        walked = court.people_of(event, contest)
        lost = walked.index(loser) if loser in walked else None
        score = (contest.target, 0) if lost != 0 else (0, contest.target)
        court.settle(contest, score, score if lost is not None else (0, 0))
    before = court.ask(people_ratings_store.ratings, GUILD)
    case = court.ask(cases_store.of_person, event.tournament_id, loser)
    assert case is not None
    court.do(cases_verbs.notify_gathered, event.tournament_id)
    deliver(court, AbsenceNotice)
    let_pass(court, THREE_DAYS)
    number = next(one for one in (2, 3, 4, 5) if court.person(one).person_id == loser)
    passes(court, "rating-penalty", number, case.case_id)
    after = court.ask(people_ratings_store.ratings, GUILD)
    changed = {person for person in after if after[person] != before[person]}
    assert changed == {loser}
    (penalty,) = court.ask(cases_store.penalties_of_person, loser)
    began = {court.person(one).person_id: 2000.0 + one for one in (2, 3, 4, 5)}
    first_match = 3 * K * expected_score(began[loser], began[winner])
    assert penalty.games == 3 + 5
    assert first_match < penalty.points < 8 * K


@pytest.mark.rule("AIJE-D01-5.3")
def test_the_opposite_decision_gives_the_points_back_to_the_last_digit_and_not_the_bar(court: Hall) -> None:
    publish(court, {2: 2123.456})
    absent(court, 2)
    passes(court, "rating-penalty", 2)
    passes(court, "points-return", 2)
    assert rating_of(court, 2) == pytest.approx(2123.456, abs=1e-9)
    assert bars_of(court, 2) == []
    (penalty,) = court.ask(cases_store.penalties_of_person, court.person(2).person_id)
    assert penalty.returned_at == court.now


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_bar_voted_later_takes_the_place_of_the_points(court: Hall) -> None:
    publish(court, {2: 2100.0})
    case_id = absent(court, 2)
    passes(court, "rating-penalty", 2, case_id)
    passes(court, "absence-penalty", 2, case_id)
    assert rating_of(court, 2) == pytest.approx(2100.0)
    (bar,) = bars_of(court, 2)
    assert (bar.case_id, bar.explanation) == (case_id, "Why we do it")


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_case_that_is_opened_again_gives_the_points_back(court: Hall) -> None:
    publish(court, {2: 2100.0})
    case_id = absent(court, 2)
    passes(court, "rating-penalty", 2)
    court.act(court.actor(LEADER), cases_justifying_verbs.reopen, case_id, "he was in hospital")
    assert rating_of(court, 2) == pytest.approx(2100.0)


def test_points_come_back_on_top_of_what_was_published_since(court: Hall) -> None:
    publish(court, {2: 2100.0})
    absent(court, 2)
    passes(court, "rating-penalty", 2)
    lost = 2100 - rating_of(court, 2)
    publish(court, {2: 2000.0})
    passes(court, "points-return", 2)
    assert rating_of(court, 2) == pytest.approx(2000 + lost)


@pytest.mark.rule("AIJE-B03-2")
def test_who_has_no_rating_has_nothing_to_take(court: Hall) -> None:
    publish(court, {3: 2100.0})
    absent(court, 2)
    with refuses("error.NothingToTake"):
        start(court, "rating-penalty", 2)


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_justified_absence_costs_no_points_and_none_costs_them_twice(court: Hall) -> None:
    publish(court, {2: 2100.0})
    with refuses("error.NoUnjustifiedAbsence"):
        start(court, "rating-penalty", 2)
    absent(court, 2)
    passes(court, "rating-penalty", 2)
    with refuses("error.PointsTaken"):
        start(court, "rating-penalty", 2)


def test_everybody_the_record_and_the_person_are_told(court: Hall) -> None:
    publish(court, {2: 2100.0})
    absent(court, 2)
    passes(court, "rating-penalty", 2)
    (penalty,) = court.ask(cases_store.penalties_of_person, court.person(2).person_id)
    assert len(court.promised(RatingPointsTaken, penalty.penalty_id)) == 3


@pytest.mark.rule("AIJE-D01-5.3")
def test_with_the_bar_that_the_points_replace_the_place_on_a_list_comes_back(court: Hall) -> None:
    publish(court, {2: 2100.0, 3: 1900.0})
    tournament = miss(court, 2)
    deliver(court, AbsenceNotice)
    start_at = court.now + timedelta(days=30)
    later = court.act(court.actor(1), tournaments_verbs.create, "Later", preset("aije-open"), start_at)
    court.enter(later, 2, 3)
    let_pass(court, THREE_DAYS)
    assert listed(court, later) == [3]
    passes(court, "rating-penalty", 2, case_of(court, tournament, 2).case_id)
    assert listed(court, later) == [2, 3]


def listed(court: Hall, tournament: Tournament) -> list[int]:
    entries = court.ask(entering_store.of_tournament, tournament.tournament_id)
    there = {one.person_id for one in entries if one.withdrawn_at is None}
    return [number for number in (2, 3) if court.person(number).person_id in there]
