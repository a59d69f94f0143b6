"""What the games of an arena are worth, and who is where in the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest
from bot.play.format_rules import ArenaRules, ScoringRules
from bot.play.formats import arena
from bot.play.formats.arena import ArenaGame, ArenaOutcome, tallies, tally
from bot.play.formats.protocol import EventFacts
from tests.play.arenas import ARENA, BEGAN, END, at, game, played, starters

RULES = ArenaRules()
ENDED = {"W": ArenaOutcome.WON, "D": ArenaOutcome.DRAWN, "L": ArenaOutcome.LOST}
FOUR = starters(1800, 1700, 1600, 1500)


def games(text: str) -> list[ArenaGame]:
    """A player's games: W, L, F (won by forfeit), D, or D12 for a draw in 12 moves; a bare D has 20 moves."""
    endings = {**ENDED, "F": ArenaOutcome.WON}
    return [
        ArenaGame(endings[word[0]], EntrantId("x"), int(word[1:] or 20) if word[0] == "D" else None)
        for word in text.split()
    ]


def points(text: str) -> Fraction:
    return tally(games(text), RULES).points


def performance(facts: EventFacts, name: str) -> Fraction | None:
    rows = {row.entrant_id: row for row in arena.standings(facts, ARENA)}
    return rows[EntrantId(name)].values[1].value


def table(facts: EventFacts) -> dict[str, tuple[int, int]]:
    return {row.entrant_id: (row.rank_from, row.rank_to) for row in arena.standings(facts, ARENA)}


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize(
    ("run", "worth"),
    [
        ("W", 2),
        ("D", 1),
        ("L", 0),
        ("W W W", 8),
        ("W W D W", 8),
        ("W W L D", 5),
        ("W W D D", 6),
        ("W W W W", 12),
        ("W W L W W W", 12),
        ("W D W D", 6),
        ("F F W", 8),
        ("W F D", 6),
    ],
)
def test_two_wins_in_a_row_double_every_game_until_the_run_is_broken(run: str, worth: int):
    assert points(run) == worth


@pytest.mark.rule("ARENA-6")
@pytest.mark.parametrize(
    ("run", "worth"),
    [("D10", 0), ("D11", 1), ("D1", 0), ("W W D10", 4), ("W W D11", 6), ("W W D10 W", 6)],
)
def test_a_draw_within_ten_moves_scores_nothing_and_ends_a_run_all_the_same(run: str, worth: int):
    assert points(run) == worth


@pytest.mark.rule("ARENA-7")
@pytest.mark.parametrize(
    ("run", "worth"),
    [
        ("D L D", 1),
        ("D W D", 4),
        ("D D D", 1),
        ("D20 D31", 2),
        ("D20 D30", 1),
        ("D31 D20 D31", 2),
        ("D8 D20", 0),
        ("D8 D31", 1),
        ("D8 L D20", 0),
        ("D L L D L D31", 2),
        ("D F D", 4),
    ],
)
def test_of_draws_in_a_row_the_first_scores_and_every_long_one_and_only_a_win_ends_the_row(run: str, worth: int):
    assert points(run) == worth


@pytest.mark.rule("ARENA-7")
def test_one_draw_can_score_for_one_side_and_not_for_the_other():
    facts = played(FOUR, game(0, "ab", "draw 20"), game(1, "ac", "draw 20"))
    assert {side: score.points for side, score in tallies(facts, ARENA).items()} == {"a": 1, "b": 1, "c": 1, "d": 0}


def test_a_draw_whose_moves_nobody_told_is_neither_short_nor_long():
    untold = ArenaGame(ArenaOutcome.DRAWN, EntrantId("x"))
    assert [int(each) for each in tally([untold, untold], RULES).each] == [1, 0]


@given(st.text("WDL", max_size=30))
def test_each_game_gives_at_most_twice_its_worth_and_the_sum_is_the_total(run: str):
    score = tally(games(" ".join(run)), RULES)
    most = {"W": 4, "D": 2, "L": 0}
    assert sum(score.each) == score.points
    assert all(0 <= each <= most[ending] for ending, each in zip(run, score.each, strict=True))


@given(st.text("WDL", max_size=20))
def test_a_win_more_never_costs_points(run: str):
    assert points(" ".join(["W", *run])) > points(" ".join(run))


@pytest.mark.rule("ARENA-1")
def test_a_rulebook_may_value_games_otherwise():
    thrice = tally(games("W W W D"), replace(RULES, doubles_after=3), ScoringRules(win=3, draw=1, loss=0))
    assert thrice.points == 3 + 3 + 3 + 2


@pytest.mark.rule("ARENA-1")
def test_a_flame_marks_whose_next_game_counts_double():
    facts = played(FOUR, game(0, "ab", "1-0"), game(1, "ca", "0-1"), game(2, "bd", "1-0"))
    assert arena.on_fire(facts, ARENA) == {"a"}
    put_out = replace(facts, contests=(*facts.contests, game(3, "ad", "draw 5")))
    assert arena.on_fire(put_out, ARENA) == frozenset()


# Level points.


@pytest.mark.rule("ARENA-2")
def test_performance_is_the_opponents_ratings_and_400_for_each_win_above_the_losses():
    field = starters(1000, 1500, 1600, 1700)
    three = (game(0, "ab", "1-0"), game(1, "ca", "0-1"), game(2, "ad", "0-1"))
    assert performance(played(field, *three), "a") == Fraction(5200, 3)
    assert performance(played(field, *three, game(3, "ab", "draw 20")), "a") == Fraction(6700, 4)


@pytest.mark.rule("ARENA-2", "ARENA-5")
def test_a_forfeit_without_a_first_move_is_no_game_of_the_performance():
    facts = played(FOUR, game(0, "ab", "1-0"), game(1, "ac", "1-0 forfeit"))
    first = arena.standings(facts, ARENA)[0]
    assert [value.value for value in first.values] == [4, 1700 + 400]
    assert (first.entrant_id, first.played, first.won) == ("a", 1, 2)


@pytest.mark.rule("ARENA-2")
def test_level_points_are_separated_by_performance_and_what_is_level_still_is_shared():
    facts = played(FOUR, game(0, "ad", "1-0"), game(1, "bc", "1-0"))
    assert table(facts) == {"b": (1, 1), "a": (2, 2), "d": (3, 3), "c": (4, 4)}
    assert table(played(FOUR)) == dict.fromkeys("abcd", (1, 4))


@pytest.mark.rule("ARENA-2")
def test_the_unrated_count_with_the_initial_rating():
    facts = played(starters(None, None), game(0, "ab", "1-0"))
    assert arena.standings(facts, ARENA)[0].values[1].value == Fraction(ARENA.rating.initial) + 400


def test_who_played_nothing_comes_after_who_lost_everything():
    facts = played(starters(100, 100, 100), game(0, "ab", "1-0"))
    assert table(facts) == {"a": (1, 1), "b": (2, 2), "c": (3, 3)}


# The end.


@pytest.mark.rule("ARENA-4")
@pytest.mark.parametrize(
    ("told", "worth"), [(END - timedelta(seconds=1), 2), (END, 2), (END + timedelta(seconds=1), 0)]
)
def test_a_game_counts_when_it_was_first_reported_before_the_end(told, worth: int):
    contest = game(0, "ab", "1-0", told)
    assert contest.result is not None
    late = replace(contest, result=replace(contest.result, reported_at=told, settled_at=END + timedelta(minutes=9)))
    assert tallies(played(FOUR, late), ARENA)[EntrantId("a")].points == worth


@pytest.mark.rule("ARENA-4")
def test_a_game_told_too_late_is_in_no_column_of_the_table():
    facts = played(FOUR, game(0, "ab", "1-0"), game(1, "ac", "1-0", END + timedelta(seconds=1)))
    first = arena.standings(facts, ARENA)[0]
    assert (first.entrant_id, first.played, first.won, first.values[1].value) == ("a", 1, 1, Fraction(1700 + 400))


@pytest.mark.rule("ARENA-4")
def test_the_arena_is_over_when_its_time_is_up_whatever_still_runs():
    facts = played(FOUR, game(0, "ab", ""))
    assert not arena.is_over(replace(facts, now=END - timedelta(seconds=1)), ARENA)
    assert arena.is_over(replace(facts, now=END), ARENA)
    assert not arena.is_over(replace(facts, began_at=None), ARENA)


@pytest.mark.rule("ARENA-5")
def test_without_a_first_move_in_time_the_game_is_lost():
    assert arena.first_move_by(game(0, "ab", ""), ARENA) == BEGAN + RULES.first_move_within
    assert arena.first_move_by(replace(game(0, "ab", ""), called_at=None), ARENA) is None


@pytest.mark.rule("ARENA-5")
def test_a_game_to_which_nobody_came_is_lost_by_both():
    facts = played(FOUR, game(0, "ab", "1-0"), game(1, "ac", "1-0"), game(2, "ad", "nobody came"))
    assert [tallies(facts, ARENA)[EntrantId(who)].games[-1].outcome for who in "ad"] == [ArenaOutcome.LOST] * 2
    assert arena.on_fire(facts, ARENA) == frozenset()


def test_an_annulled_win_is_taken_from_its_side_alone():
    facts = replace(
        played(FOUR, game(0, "ab", "1-0"), game(1, "ac", "1-0"), game(2, "ad", "1-0")),
        annulled=frozenset({(ContestId("g1"), EntrantId("a"))}),
    )
    assert tallies(facts, ARENA)[EntrantId("a")].each == tuple(map(Fraction, (2, 0, 2)))


def test_games_are_counted_in_the_order_in_which_they_were_paired():
    run: list[Contest] = [game(0, "ab", "1-0"), game(1, "ac", "1-0"), game(2, "ad", "draw 20", at(2))]
    assert tallies(played(FOUR, *reversed(run)), ARENA)[EntrantId("a")].points == 6


def test_before_the_beginning_there_is_no_table_and_a_corrected_game_reopens_nothing():
    contest = game(0, "ab", "1-0")
    assert contest.result is not None
    assert arena.standings(EventFacts(FOUR), ARENA) == ()
    assert arena.reopened_by(played(FOUR, contest), ARENA, contest, contest.result) == ()
