"""The end of an event: once, complete, with a rating list in which points are conserved."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.playing import store as playing_store
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.tournaments.promises_model import Podium, RatingsPublished, RecordResults
from bot.kernel import log
from bot.kernel.ids import PersonId
from bot.kernel.promises import Message
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import Contest, Result, ResultKind, Score, Stage, possible_scores
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.board import first_match
from tests.hall.hall import GUILD, Hall, unofficial

OPEN = preset("aije-open")


def ratings_now(hall: Hall) -> dict[PersonId, float]:
    return hall.ask(people_ratings_store.ratings, GUILD)


def final_of_two(
    hall: Hall, score: Score, walkover: Score = (0, 0), kind: ResultKind = ResultKind.PLAYED
) -> tuple[Tournament, tuple[PersonId, ...]]:
    """An event of two, whose only match is the final; the people in the order of its sides."""
    best_of_five = replace(OPEN, knockout=replace(OPEN.knockout, final_best_of=5))
    tournament = hall.begin(hall.announce_of_before(best_of_five), 2, 3)
    (final,) = hall.open_contests(tournament)
    hall.settle(final, score, walkover, kind)
    return hall.load(tournament), hall.people_of(tournament, final)


@pytest.mark.rule("AIJE-B02-2")
def test_three_to_one_between_equals_makes_2016_and_1984(hall: Hall) -> None:
    _, (first, second) = final_of_two(hall, (3, 1))
    assert ratings_now(hall) == {first: 2016.0, second: 1984.0}


@pytest.mark.rule("AIJE-B02-2", "AIJE-D01-6")
def test_games_won_by_absence_are_not_rated(hall: Hall) -> None:
    _, (first, second) = final_of_two(hall, (3, 1), walkover=(2, 0))
    assert ratings_now(hall) == {first: 2000.0, second: 2000.0}
    assert {line.games for line in published(hall).values()} == {2}


@pytest.mark.rule("AIJE-B02-2")
def test_a_clock_set_back_between_the_call_and_the_result_keeps_no_event_from_its_end(hall: Hall) -> None:
    board = first_match(hall, players=2)
    hall.now -= timedelta(hours=1)
    hall.play_out(board.tournament)
    assert hall.load(board.tournament).ended_at is not None
    assert len(published(hall)) == 2


def published(hall: Hall) -> dict[PersonId, people_ratings_store.Rated]:
    current = hall.ask(people_ratings_store.current, GUILD)
    return dict(current.rated) if current else {}


@pytest.mark.rule("AIJE-B03-1")
def test_who_lost_by_walkover_alone_is_not_registered(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(tournament)
    _, missing = hall.people_of(tournament, opening)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    hall.play_out(tournament)
    assert len(published(hall)) == 2
    assert missing not in published(hall)


@pytest.mark.rule("AIJE-B03-1")
def test_who_came_and_won_every_match_by_walkover_is_registered_and_told_so(hall: Hall) -> None:
    tournament, (there, _) = final_of_two(hall, (3, 0), walkover=(3, 0), kind=ResultKind.WALKOVER)
    assert published(hall) == {there: people_ratings_store.Rated(there, 2000.0, 0)}
    view = hall.ask(rounds_ending_verbs.ratings_view, tournament.tournament_id)
    assert view is not None
    assert [one.person.person_id for one in view.changes] == [there]
    assert hall.promised(RatingsPublished, tournament.tournament_id)


@pytest.mark.rule("AIJE-B03-1")
def test_where_nobody_came_nobody_is_registered_and_no_list_is_published(hall: Hall) -> None:
    tournament, _ = final_of_two(hall, (0, 0), kind=ResultKind.DOUBLE_WALKOVER)
    assert tournament.ended_at is not None
    assert hall.ask(people_ratings_store.current, GUILD) is None
    assert hall.promised(RatingsPublished, tournament.tournament_id) == []


@pytest.mark.rule("AIJE-B03-1", "AIJE-B01-6")
def test_a_walkover_in_an_event_that_is_not_official_registers_nobody(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(unofficial(OPEN)), 2, 3)
    (contest,) = hall.open_contests(tournament)
    hall.settle(contest, (5, 0), (5, 0), ResultKind.WALKOVER)
    assert published(hall) == {}


@pytest.mark.rule("AIJE-B03-1")
def test_nobody_is_registered_before_the_end(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (3, 0))
    assert hall.ask(people_ratings_store.current, GUILD) is None
    hall.play_out(tournament)
    assert len(published(hall)) == 4


@pytest.mark.rule("AIJE-B03-1", "AIJE-B01-6")
def test_an_event_that_is_not_official_registers_nobody(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(unofficial(OPEN)), 2, 3))
    assert published(hall) == {}


@pytest.mark.rule("AIJE-B03-1")
def test_an_event_that_is_not_official_still_rates_the_registered(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), 2, 3))
    before = ratings_now(hall)
    hall.play_out(hall.begin(hall.announce(unofficial(OPEN)), 2, 4))
    after = ratings_now(hall)
    assert set(after) == set(before)
    assert after[hall.person(2).person_id] != before[hall.person(2).person_id]


@pytest.mark.rule("AIJE-B02-2")
def test_the_next_event_starts_from_the_last_list_and_carries_over_who_was_not_there(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), 2, 3))
    before = published(hall)
    hall.play_out(hall.begin(hall.announce(), 2, 4))
    away, back = hall.person(3).person_id, hall.person(2).person_id
    assert published(hall)[away] == before[away]
    assert published(hall)[back].games == before[back].games + 5


@pytest.mark.rule("AIJE-B02-1")
def test_an_event_at_another_time_control_is_not_rated(hall: Hall) -> None:
    fast = replace(OPEN, rating=replace(OPEN.rating, rated=False))
    tournament = hall.play_out(hall.begin(hall.announce(fast), 2, 3))
    assert tournament.ended_at is not None
    assert hall.ask(people_ratings_store.current, GUILD) is None


@pytest.mark.rule("AIJE-B02-2")
def test_a_score_corrected_later_counts_where_its_match_ended(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    opening = hall.open_contests(tournament)[0]
    hall.settle(opening, (3, 0))
    first = hall.play_out_until(tournament, Stage.FINAL)
    correct(hall, opening, (3, 2))
    hall.settle(first, (5, 0))
    order = [frozenset((match.first, match.second)) for match in hall.ask(rated_matches, hall.load(tournament))]
    assert order.index(frozenset(hall.people_of(tournament, opening))) == 0


def correct(hall: Hall, contest: Contest, score: Score) -> None:
    result = Result(score, (0, 0), ResultKind.PLAYED, hall.now)
    hall.do(lambda tx: playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, "slip"))


@pytest.mark.rule("AIJE-B02-2")
def test_the_third_place_match_is_rated_before_the_final_of_the_same_moment(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (3, 0))
    deciding = {one.stage: one for one in hall.open_contests(tournament)}
    frozen = hall.now
    for stage in (Stage.FINAL, Stage.THIRD_PLACE):
        hall.now = frozen
        hall.settle(deciding[stage], (5, 0))
    last = hall.ask(rated_matches, hall.load(tournament))[-1]
    assert {last.first, last.second} == set(hall.people_of(tournament, deciding[Stage.FINAL]))


def test_an_event_with_a_match_to_play_does_not_end(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    hall.do(course_ending_verbs.finish, tournament.tournament_id)
    assert hall.load(tournament).ended_at is None


@pytest.mark.parametrize("kind", [Podium, RatingsPublished, RecordResults])
def test_ending_twice_says_and_publishes_everything_once(hall: Hall, kind: type[Message]) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    before = published(hall)
    hall.do(course_ending_verbs.finish, tournament.tournament_id)
    assert len(hall.promised(kind, tournament.tournament_id)) == 1
    assert published(hall) == before


def test_the_end_is_on_record(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3))
    acts = [entry.act for entry in hall.ask(log.of_tournament, tournament.tournament_id)]
    assert [act for act in acts if act in {"end_tournament", "publish_ratings"}] == [
        "end_tournament",
        "publish_ratings",
    ]


@pytest.mark.rule("AIJE-B01-5")
def test_the_podium_is_by_matches_won_with_the_winner_of_the_third_place_match_third(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (3, 2))
    deciding = {one.stage: hall.people_of(tournament, one) for one in hall.open_contests(tournament)}
    hall.play_out(tournament, lambda contest: (4, 5) if contest.stage is Stage.FINAL else (5, 4))
    view = hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)
    assert view is not None
    loser, champion = deciding[Stage.FINAL]
    third = deciding[Stage.THIRD_PLACE][0]
    assert [(place.rank, place.person.person_id) for place in view.places] == [(1, champion), (2, loser), (3, third)]


def test_what_a_rating_was_before_is_told_with_what_it_became(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), 2, 3))
    before = ratings_now(hall)
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 4))
    view = hall.ask(rounds_ending_verbs.ratings_view, tournament.tournament_id)
    assert view is not None
    assert {change.person.name: change.before for change in view.changes} == {
        "P2": before[hall.person(2).person_id],
        "P4": None,
    }
    assert [person.name for person in view.registered] == ["P4"]


@pytest.mark.rule("AIJE-B02-2")
@settings(max_examples=12)
@given(players=st.integers(2, 9), dice=st.randoms(use_true_random=False))
def test_points_are_conserved_whatever_happens_in_the_event(players: int, dice: object) -> None:
    pick = getattr(dice, "choice")  # noqa: B009 - hypothesis gives a random.Random
    hall = Hall()
    for _ in range(2):
        tournament = hall.begin(hall.announce(), *range(2, 2 + players))
        hall.play_out(tournament, lambda contest: pick(possible_scores(contest.best_of)))
    listed = ratings_now(hall)
    hall.close()
    assert len(listed) == players
    assert sum(listed.values()) == pytest.approx(2000 * players, abs=1e-6)
