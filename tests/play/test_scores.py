"""Which scores can happen, and who won."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.contests import (
    Length,
    Result,
    ResultKind,
    match_winner,
    possible_results,
    possible_scores,
    rated_games,
    running_scores,
    words,
)

odd = st.integers(0, 9).map(lambda half: 2 * half + 1)


@pytest.mark.rule("AIJE-D01-3")
@pytest.mark.parametrize(
    ("best_of", "scores"),
    [
        (1, [(1, 0), (0, 1)]),
        (5, [(3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3)]),
        (9, [(5, 0), (5, 1), (5, 2), (5, 3), (5, 4), (4, 5), (3, 5), (2, 5), (1, 5), (0, 5)]),
    ],
)
def test_only_scores_that_end_the_match_are_offered(best_of, scores):
    assert list(possible_scores(best_of)) == scores


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D01-6")
@pytest.mark.parametrize(
    ("best_of", "walkover_games", "scores"),
    [
        (5, (0, 2), [(3, 2), (2, 3), (1, 3), (0, 3)]),
        (5, (2, 0), [(3, 0), (3, 1), (3, 2), (2, 3)]),
        (5, (0, 3), [(2, 3), (1, 3), (0, 3)]),
        (5, (2, 2), [(3, 2), (2, 3)]),
        (9, (1, 4), [(5, 4), (4, 5), (3, 5), (2, 5), (1, 5)]),
    ],
)
def test_games_lost_by_walkover_bound_what_can_be_reported(best_of, walkover_games, scores):
    assert list(possible_scores(best_of, walkover_games)) == scores


@pytest.mark.parametrize("score", [(3, 3), (2, 2), (4, 1), (0, 2), (-1, 3), (3,), (3, 0, 0)])
def test_a_score_that_cannot_happen_is_refused(score):
    assert score not in possible_scores(5)


@pytest.mark.rule("AIJE-B01-5")
@given(odd)
def test_every_possible_score_has_one_winner_and_one_order(best_of):
    scores = possible_scores(best_of)
    assert len(set(scores)) == best_of + 1
    assert [won - lost for won, lost in scores] == sorted((won - lost for won, lost in scores), reverse=True)
    assert all(match_winner(score, best_of) is not None for score in scores)


@pytest.mark.parametrize(
    ("walkover_games", "so_far", "scores"),
    [
        ((0, 2), (0, 0), [(0, 2), (1, 2), (2, 2)]),
        ((0, 0), (2, 1), [(2, 1), (2, 2)]),
        ((1, 0), (0, 2), [(1, 2), (2, 2)]),
        ((0, 3), (0, 0), []),
    ],
)
def test_a_match_going_on_stands_at_or_above_what_is_known(walkover_games, so_far, scores):
    assert list(running_scores(Length(5), walkover_games, so_far)) == scores


@pytest.mark.rule("AIJE-B01-5")
@pytest.mark.parametrize(
    ("score", "best_of", "winner"),
    [
        ((1, 4), 5, 1),
        ((4, 1), 5, 0),
        ((3, 2), 5, 0),
        ((0, 3), 5, 1),
        ((2, 2), 5, None),
        ((2, 0), 5, None),
        ((0, 0), 5, None),
        ((3, 2), 9, None),
        ((4, 5), 9, 1),
        ((9, 10), 19, 1),
    ],
)
def test_a_match_is_won_on_the_overall_score_and_not_by_one_game_of_it(score, best_of, winner):
    assert match_winner(score, best_of) == winner


@pytest.mark.rule("AIJE-D01-6", "AIJE-B02-2")
@pytest.mark.parametrize(
    ("score", "walkover_games", "rated"),
    [((3, 2), (0, 2), (3, 0)), ((0, 3), (0, 3), (0, 0)), ((3, 1), (0, 0), (3, 1)), ((2, 3), (1, 1), (1, 2))],
)
def test_games_that_nobody_played_are_not_rated(score, walkover_games, rated):
    result = Result(score, walkover_games, ResultKind.PLAYED, datetime(2026, 5, 1, tzinfo=UTC))
    assert rated_games(result) == rated


@pytest.mark.parametrize(
    ("length", "results"),
    [
        (Length(1, drawable=True), [(1, 0, 0), (0, 0, 1), (0, 1, 0)]),
        (Length(2, play_all=True, drawable=True), [(2, 0, 0), (1, 0, 1), (0, 0, 2), (1, 1, 0), (0, 1, 1), (0, 2, 0)]),
        (Length(3), [(2, 0), (2, 1), (1, 2), (0, 2)]),
    ],
)
def test_a_contest_with_draws_ends_in_one_of_these_scores(length, results):
    assert list(possible_results(length)) == results


@pytest.mark.rule("AIJE-D02-2")
def test_where_all_five_games_are_played_they_add_up_to_five():
    assert list(possible_results(Length(5, play_all=True))) == [(5, 0), (4, 1), (3, 2), (2, 3), (1, 4), (0, 5)]


def test_a_match_of_three_with_draws_never_goes_on_once_it_is_won():
    found = possible_results(Length(3, drawable=True))
    assert (2, 0, 0) in found
    assert (1, 0, 2) in found
    assert (2, 1, 0) in found
    assert not {(3, 0, 0), (1, 0, 0)} & set(found)


@pytest.mark.parametrize(
    ("score", "shown"),
    [((3, 1), "3–1"), ((0, 0, 1), "½–½"), ((1, 0, 0), "1–0"), ((1, 1, 2), "2–2 (½×2)"), ((1, 0, 1), "1½–½ (½×1)")],
)
def test_a_score_with_draws_is_written_in_halves(score, shown):
    assert words(score) == shown


@pytest.mark.parametrize(
    ("score", "given", "draws", "rated"),
    [((0, 0), (0, 0), 1, (0.5, 0.5)), ((2, 1), (1, 0), 2, (2.0, 2.0)), ((3, 1), (0, 0), 0, (3.0, 1.0))],
)
def test_a_drawn_game_is_rated_as_half_a_game_for_either_side(score, given, draws, rated):
    result = Result(score, given, ResultKind.PLAYED, datetime(2026, 5, 2, tzinfo=UTC), draws=draws)
    assert rated_games(result) == rated
