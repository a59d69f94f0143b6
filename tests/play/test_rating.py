"""Elo as the association counts it."""

from __future__ import annotations

from datetime import UTC, datetime
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import PersonId
from bot.play.contests import Result, ResultKind, Score, rated_games
from bot.play.rating import RankedPerson, RatedMatch, after_match, as_published, expected_score, ranking, rate_event
from bot.play.rulebook_checks import is_classical

ADA, BRUNO, CHIARA = PersonId("ada"), PersonId("bruno"), PersonId("chiara")
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)

ratings = st.floats(min_value=100, max_value=3500)


@pytest.mark.rule("AIJE-B02-2")
@pytest.mark.parametrize(
    ("first", "second", "games", "new_first", "new_second"),
    [
        (2000, 2000, (1, 0), 2008, 1992),
        (2000, 2000, (3, 1), 2016, 1984),
        (2000, 2000, (2, 2), 2000, 2000),
        (2400, 2000, (1, 0), 2401.4545, 1998.5455),
        (2400, 2000, (0, 1), 2385.4545, 2014.5455),
        (2400, 2000, (3, 2), 2400 + 48 - 80 * 10 / 11, 2000 - 48 + 80 * 10 / 11),
        (2100, 1900, (0, 0), 2100, 1900),
    ],
)
def test_each_game_counts_sixteen_points_from_the_ratings_before_the_match(
    first: float, second: float, games: Score, new_first: float, new_second: float
):
    after = after_match(first, second, games[0], games[1], 16)
    assert after == pytest.approx((new_first, new_second), abs=5e-5)


@pytest.mark.rule("AIJE-B02-2")
@given(ratings, ratings)
def test_both_expectations_add_up_to_one_in_the_ratio_of_the_law(own: float, other: float):
    assert expected_score(own, other) + expected_score(other, own) == pytest.approx(1)
    assert expected_score(own, other) == pytest.approx(10 ** ((own - other) / 400) * expected_score(other, own))


@pytest.mark.rule("AIJE-B02-2")
@given(ratings, ratings, st.integers(0, 10), st.integers(0, 10))
def test_what_one_gains_the_other_loses(first: float, second: float, won: int, lost: int):
    assert fsum(after_match(first, second, won, lost, 16)) == pytest.approx(first + second)


def test_a_negative_number_of_games_is_refused():
    with pytest.raises(ValueError, match="negative"):
        after_match(2000, 2000, 3, -1, 16)


@pytest.mark.rule("AIJE-B02-2", "AIJE-D01-6")
@pytest.mark.parametrize(
    ("score", "walkover", "kind", "rated"),
    [
        ((3, 1), (0, 0), ResultKind.PLAYED, (3, 1)),
        ((3, 2), (0, 2), ResultKind.PLAYED, (3, 0)),
        ((3, 0), (3, 0), ResultKind.WALKOVER, (0, 0)),
        ((3, 1), (2, 0), ResultKind.WITHDRAWAL, (1, 1)),
        ((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, (0, 0)),
    ],
)
def test_games_lost_by_walkover_stand_in_the_score_and_are_not_rated(
    score: Score, walkover: Score, kind: ResultKind, rated: tuple[int, int]
):
    assert rated_games(Result(score, walkover, kind, NOON)) == rated


@pytest.mark.rule("AIJE-B02-1")
@pytest.mark.parametrize(
    ("minutes", "seconds", "classical"),
    [
        (2, 0, True),
        (3, 5, True),
        (2.5, 3, True),
        (2, 5, True),
        (3, 0, True),
        (1.99, 0, False),
        (3.01, 0, False),
        (2, -1, False),
        (3, 6, False),
        (1, 5, False),
        (5, 0, False),
    ],
)
def test_classical_is_two_to_three_minutes_and_nought_to_five_seconds(minutes: float, seconds: int, classical: bool):
    assert is_classical(minutes, seconds) is classical


@pytest.mark.rule("AIJE-B02-2")
def test_a_player_new_to_the_list_starts_from_the_initial_rating():
    new = rate_event({ADA: 2400.0, BRUNO: None}, [RatedMatch(BRUNO, ADA, 1, 0)], 2000, 16)
    assert new == pytest.approx({ADA: 2385.4545, BRUNO: 2014.5455}, abs=5e-5)


@pytest.mark.rule("AIJE-B02-2")
def test_a_later_match_is_rated_from_the_ratings_after_the_earlier_one():
    matches = [RatedMatch(ADA, BRUNO, 3, 1), RatedMatch(ADA, CHIARA, 0, 3)]
    new = rate_event({}, matches, 2000, 16)
    ada, chiara = after_match(2016, 2000, 0, 3, 16)
    assert new == {ADA: ada, BRUNO: 1984, CHIARA: chiara}
    assert rate_event({}, matches[::-1], 2000, 16) != new


@pytest.mark.rule("AIJE-B03-1")
def test_who_lost_by_walkover_alone_has_not_played_and_gets_no_rating():
    new = rate_event({CHIARA: 2100.0}, [RatedMatch(ADA, CHIARA, 0, 0), RatedMatch(ADA, BRUNO, 3, 0)], 2000, 16)
    assert set(new) == {ADA, BRUNO}


matches_of_a_day = st.lists(
    st.permutations([ADA, BRUNO, CHIARA]).flatmap(
        lambda people: st.builds(
            RatedMatch, st.just(people[0]), st.just(people[1]), st.integers(0, 5), st.integers(0, 5)
        )
    ),
    max_size=12,
)


@pytest.mark.rule("AIJE-B02-2")
@given(matches_of_a_day)
def test_an_event_makes_no_points_and_loses_none(matches: list[RatedMatch]):
    new = rate_event({ADA: 2345.6, BRUNO: None}, matches, 2000, 16)
    before = {ADA: 2345.6, BRUNO: 2000.0, CHIARA: 2000.0}
    assert fsum(new.values()) == pytest.approx(fsum(before[person] for person in new))


@pytest.mark.rule("AIJE-B02-2")
def test_ratings_are_kept_in_full_precision():
    new = rate_event({ADA: 2400.0, BRUNO: 2000.0}, [RatedMatch(ADA, BRUNO, 1, 0)], 2000, 16)
    assert new[ADA] == 2400 + 16 * (1 - expected_score(2400, 2000))
    assert as_published(new[ADA]) == "2401.454545"


@pytest.mark.rule("AIJE-B03-1")
def test_equal_ratings_share_a_place_in_the_ranking_and_the_next_is_skipped():
    rows = ranking({ADA: 2000.0, BRUNO: 2100.0, CHIARA: 2000.00000001, PersonId("diego"): 1990.0})
    assert [(row.place, row.person_id) for row in rows] == [(1, BRUNO), (2, ADA), (2, CHIARA), (4, "diego")]
    assert rows[0] == RankedPerson(1, BRUNO, 2100.0)
