"""What a contest gives, and the lines that everyone has."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import BoardResult, ResultKind, Stage
from bot.play.crosstable import Unplayed, crosstable, voided_entrants
from bot.play.format_rules import DisputeRules, GamesRules, RoundRobinRules, ScoringRules
from bot.play.points import Outcome, board_total, encounter_points, outcomes
from bot.play.rulebook import FormatName
from bot.rulebooks.library import preset
from tests.play.crosstables import (
    DRAW,
    LOSS,
    WIN,
    aije_teams,
    boards,
    bye,
    challengers,
    event,
    exactly,
    go,
    go_teams,
    match,
    rulebook,
)

A, B = EntrantId("A"), EntrantId("B")
SWISS = rulebook(format=FormatName.SWISS, scoring=ScoringRules(absence=0.5))


@pytest.mark.rule("GO-27.1")
@pytest.mark.parametrize(("score", "points"), [(WIN, (2, 0)), (DRAW, (1, 1)), (LOSS, (0, 2))])
def test_a_game_of_go_gives_two_one_or_nothing(score: tuple[int, int], points: tuple[int, int]) -> None:
    assert encounter_points(match(1, "AB", score), go()) == exactly(*points)


@pytest.mark.rule("AIJE-D02-2")
def test_points_of_candidates_are_the_games_won() -> None:
    assert encounter_points(match(1, "AB", (4, 1), best_of=5), challengers()) == exactly(4, 1)


@pytest.mark.rule("AIJE-B01-5")
def test_a_match_lost_by_one_to_four_is_no_match_won() -> None:
    contest = match(1, "AB", (1, 4), best_of=5)
    assert outcomes(contest, challengers()) == (Outcome.LOST, Outcome.WON)
    assert encounter_points(contest, rulebook(games=GamesRules(best_of=5))) == exactly(0, 1)


@pytest.mark.rule("AIJE-D05-3")
@pytest.mark.parametrize(
    ("scores", "worth", "points"),
    [
        (boards((3, 1), (2, 2), (4, 0)), (2, 0), (3, 0)),
        (boards((3, 1), (1, 3), (2, 2)), (1, 1), (1, 1)),
        (boards((2, 2), (2, 2), (2, 2)), (0, 0), (1, 1)),
        (boards((0, 4), (2, 2), (2, 2)), (0, 1), (0, 3)),
    ],
)
def test_more_boards_win_a_match_of_teams_for_three_points(
    scores: tuple[BoardResult, ...], worth: tuple[int, int], points: tuple[int, int]
) -> None:
    contest = match(1, "AB", boards=scores)
    assert contest.result is not None
    assert tuple(board_total(contest.result, side, aije_teams()) for side in (0, 1)) == exactly(*worth)
    assert encounter_points(contest, aije_teams()) == exactly(*points)


@pytest.mark.rule("GO-27.2")
def test_more_board_points_win_a_match_of_go_teams_for_two() -> None:
    contest = match(1, "AB", boards=boards((1, 0), (0, 0, 1), (0, 0, 1)))
    assert contest.result is not None
    assert board_total(contest.result, 0, go_teams()) == 4
    assert encounter_points(contest, go_teams()) == exactly(2, 0)


def test_a_board_where_nobody_sat_gives_nothing_to_either() -> None:
    contest = match(1, "AB", boards=boards((1, 0), (0, 0)))
    assert contest.result is not None
    assert tuple(board_total(contest.result, side, go_teams()) for side in (0, 1)) == exactly(2, 0)


@pytest.mark.rule("OLY-2")
def test_a_dispute_of_tables_2_1_giant_1_1_living_2_2_is_5_to_4() -> None:
    tables = [
        BoardResult(number, ((), ()), score, modality="table") for number, score in ((1, WIN), (2, WIN), (3, LOSS))
    ]
    giant = BoardResult(4, ((), ()), (1, 1), modality="giant")
    living = BoardResult(5, ((), ()), (1, 1), weight=2.0, modality="living")
    rules = rulebook(dispute=DisputeRules(), scoring=ScoringRules(2, 1, 0))
    contest = match(1, "AB", boards=(*tables, giant, living))
    assert contest.result is not None
    assert tuple(board_total(contest.result, side, rules) for side in (0, 1)) == exactly(5, 4)
    assert encounter_points(contest, rules) == exactly(2, 0)


@pytest.mark.rule("OLY-2")
def test_a_drawn_game_of_a_dispute_splits_its_points() -> None:
    living = BoardResult(1, ((), ()), (1, 0), draws=1, weight=2.0, modality="living")
    contest = match(1, "AB", boards=(living,))
    assert contest.result is not None
    rules = rulebook(dispute=DisputeRules())
    assert tuple(board_total(contest.result, side, rules) for side in (0, 1)) == exactly(3, 1)


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize("kind", [ResultKind.BOTH_LOST, ResultKind.NO_RESULT, ResultKind.DOUBLE_WALKOVER])
def test_what_nobody_won_gives_nothing_to_either(kind: ResultKind) -> None:
    rules = rulebook(scoring=ScoringRules(3, 1, 0.5))
    assert encounter_points(match(1, "AB", (0, 0), kind), rules) == exactly(0, 0)


def test_who_stayed_away_does_not_get_what_a_loss_is_worth() -> None:
    rules = rulebook(scoring=ScoringRules(3, 2, 1))
    assert encounter_points(match(1, "AB", WIN, ResultKind.WALKOVER), rules) == exactly(3, 0)
    assert encounter_points(match(1, "AB", WIN), rules) == exactly(3, 1)


def test_a_line_tells_opponent_colour_and_games_of_each_round() -> None:
    table = crosstable(event("AB", match(2, "BA", DRAW), match(1, "AB", WIN)), rulebook())
    first, second = table[A].encounters
    assert (first.round, first.opponent, first.first) == (1, B, True)
    assert (first.points, first.against) == exactly(1, 0)
    assert (second.first, second.games, second.games_against) == (False, Fraction(1, 2), Fraction(1, 2))
    assert table[A].points == Fraction(3, 2)


def test_a_forfeit_has_no_colour_and_says_who_was_there() -> None:
    table = crosstable(event("AB", match(1, "AB", WIN, ResultKind.WALKOVER)), rulebook())
    won, lost = table[A].encounters[0], table[B].encounters[0]
    assert (won.unplayed, won.first, lost.unplayed) == (Unplayed.FORFEIT_WIN, None, Unplayed.FORFEIT_LOSS)


def test_a_match_left_after_a_game_was_played() -> None:
    contest = match(1, "AB", (3, 1), ResultKind.WITHDRAWAL, best_of=5)
    assert crosstable(event("AB", contest), rulebook())[A].encounters[0].unplayed is None


def test_a_bye_of_the_pairing_gives_points_and_the_rest_of_a_round_robin_none() -> None:
    table = crosstable(event("AB", bye(1, "A"), bye(1, "B", "rest")), rulebook())
    assert (table[A].points, table[B].points) == exactly(1, 0)
    assert table[A].encounters[0].unplayed is table[B].encounters[0].unplayed is Unplayed.BYE


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(("open_match", "points"), [(True, (0, 0)), (False, (1, 0.5))])
def test_a_bye_and_a_round_off_count_once_the_round_is_over(open_match: bool, points: tuple[float, float]) -> None:
    known = event("ABCD", match(1, "AB", WIN), bye(1, "C"), D={"absent_in": frozenset({1})})
    if open_match:
        undecided = replace(known.contests[0], result=None)
        known = replace(known, contests=(undecided, *known.contests[1:]))
    table = crosstable(known, SWISS)
    assert tuple(table[EntrantId(one)].points for one in "CD") == exactly(*points)
    assert bool(table[EntrantId("C")].encounters) is not open_match


def test_a_running_round_leaves_the_byes_of_the_rounds_before_alone() -> None:
    later = replace(match(2, "AC", WIN), result=None)
    table = crosstable(event("ABC", match(1, "AB", WIN), bye(1, "C"), later, bye(2, "B")), SWISS)
    assert [table[EntrantId(one)].points for one in "ABC"] == [*exactly(1, 0, 1)]


def test_a_bye_counts_as_all_games_where_games_are_points() -> None:
    rest = replace(bye(1, "A"), best_of=5)
    assert crosstable(event("A", rest), challengers())[A].points == 5


@pytest.mark.parametrize(
    ("starter", "points"),
    [
        ({"absent_in": frozenset({2})}, Fraction(1, 2)),
        ({}, 0),
        ({"withdrawn": True}, 0),
        ({"enters_in": 3}, Fraction(1, 2)),
    ],
)
def test_a_round_without_a_contest_is_an_absence_that_gives_points_when_asked_for(
    starter: dict[str, object], points: Fraction | int
) -> None:
    line = crosstable(event("ABC", match(1, "CA"), match(2, "AB", WIN), C=starter), SWISS)[EntrantId("C")]
    assert [one.unplayed for one in line.encounters] == [None, Unplayed.ABSENCE]
    assert line.encounters[1].points == points


def test_a_contest_that_nobody_has_decided_is_no_absence() -> None:
    waiting = replace(match(2, "AB"), result=None)
    assert len(crosstable(event("AB", match(1, "AB"), waiting), SWISS)[A].encounters) == 1


@pytest.mark.rule("GO-23.1")
def test_an_annulled_result_counts_for_nothing_to_the_side_that_lost_it() -> None:
    contest = match(1, "AB", WIN)
    facts = replace(event("AB", contest), annulled=frozenset({(contest.contest_id, A)}))
    table = crosstable(facts, rulebook())
    assert (table[A].points, table[B].encounters[0].against) == exactly(0, 1)
    assert (table[A].encounters[0].outcome, table[A].encounters[0].annulled) == (Outcome.NONE, True)
    assert table[B].encounters[0].outcome is Outcome.LOST


@pytest.mark.rule("GO-28.2")
@pytest.mark.parametrize(("size", "played", "stand"), [(10, 4, False), (10, 5, True), (9, 4, True), (9, 3, False)])
def test_who_leaves_before_half_of_the_games_has_all_results_void(size: int, played: int, stand: bool) -> None:
    names = "ABCDEFGHIJ"[:size]
    games = [match(number, "A" + other, WIN) for number, other in enumerate(names[1 : played + 1], start=1)]
    others = [match(1, names[at : at + 2], WIN) for at in range(played + 1, size - 1)]
    facts = event(names, *games, *others, A={"withdrawn": True})
    table = crosstable(facts, go())
    assert table[A].points == (2 * played if stand else 0)
    assert [one.opponent for one in table[B].encounters] == ([A] if stand else [])


@pytest.mark.rule("GO-28.2")
@pytest.mark.parametrize(
    ("size", "times", "played", "stand"),
    [(10, 1, 4, False), (10, 1, 5, True), (9, 1, 4, True), (9, 1, 3, False), (3, 2, 1, False), (3, 2, 2, True)],
)
def test_half_is_of_all_the_games_of_the_table_whatever_was_paired_by_now(
    size: int, times: int, played: int, stand: bool
) -> None:
    names = "ABCDEFGHIJ"[:size]
    met = [names[1 + number % (size - 1)] for number in range(played)]
    games = [match(number, "A" + other, WIN) for number, other in enumerate(met, start=1)]
    facts = event(names, *games, A={"withdrawn": True})
    assert voided_entrants(facts, go(times=times), games) == (frozenset() if stand else {A})


@pytest.mark.rule("GO-28.2")
@pytest.mark.parametrize(("played", "stand"), [("B", False), ("BC", True)])
def test_in_groups_half_is_of_the_games_of_the_own_group(played: str, stand: bool) -> None:
    rules = replace(preset("groups-cut"), round_robin=RoundRobinRules(void_below_half=True))
    sides = [*(f"A{other}" for other in played), "CD", "EF", "GH", "IJ"]
    games = [replace(match(1, both, WIN), stage=Stage.GROUP, group=1 + (both > "D")) for both in sides]
    facts = event("ABCDEFGHIJ", *games, A={"withdrawn": True})
    assert voided_entrants(facts, rules, games) == (frozenset() if stand else {A})


def test_the_order_of_the_facts_means_nothing() -> None:
    contests = (match(1, "AB", WIN), match(2, "BC", DRAW), match(3, "CA", LOSS))
    assert crosstable(event("ABC", *contests), go()) == crosstable(event("ABC", *contests[::-1]), go())


def test_points_of_a_contest_that_nobody_has_decided_are_refused() -> None:
    with pytest.raises(ValueError, match="not decided"):
        encounter_points(replace(match(1, "AB"), contest_id=ContestId("x"), result=None), go())
