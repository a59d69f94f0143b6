"""Each entry of the registry, on tables small enough to be counted by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bot.kernel.ids import EntrantId
from bot.play.contests import BoardResult, Contest, ResultKind, Stage
from bot.play.format_rules import DisputeRules, RankingRules, ScoringRules
from bot.play.formats.protocol import EventFacts
from bot.play.ranking import NAMES, TIE_BREAKS, explain
from bot.play.rulebook import FormatName, Rulebook
from bot.play.tie_breaks import StepReason, rating_difference, value_of
from tests.play.crosstables import (
    DRAW,
    LOSS,
    WIN,
    aije_teams,
    boards,
    bye,
    event,
    go,
    go_teams,
    match,
    order,
    rulebook,
    values,
)

A = EntrantId("A")
LIST = Path(__file__).parents[2] / "docs" / "tie-breaks.md"


def swiss(*chain: str, unplayed: str = "fide-c07-2024", win: float = 1, draw: float = 0.5) -> Rulebook:
    ranking = RankingRules(("points", *chain), unplayed=unplayed)
    return rulebook(format=FormatName.SWISS, ranking=ranking, scoring=ScoringRules(win, draw))


def of(facts: EventFacts, rules: Rulebook, name: str, entrant: str = "A") -> Fraction | None:
    """One value, and that its explanation comes to it."""
    chained = replace(rules, ranking=replace(rules.ranking or RankingRules(), order=("points", name)))
    found = values(facts, chained, name)[entrant]
    assert value_of(explain(facts, chained, EntrantId(entrant), name)) == found
    return found


FOUR_ROUNDS = event(
    "ABCDE",
    match(1, "AB", WIN),
    match(1, "CD", WIN),
    match(2, "AC", DRAW),
    match(2, "BE", WIN),
    match(3, "DA", WIN),
    match(3, "CE", WIN),
    match(4, "AE", WIN),
    match(4, "BC", DRAW),
    A={"rating": 1800.0},
    B={"rating": 1500.0},
    C={"rating": 1600.0},
    D={"rating": 1700.0},
)
"""Points: A 2.5, B 1.5, C 3, D 1, E none. D missed rounds 2 and 4, E round 1."""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("points", Fraction(5, 2)),
        ("wins", 2),
        ("games_won", Fraction(5, 2)),
        ("progressive", Fraction(1) + Fraction(3, 2) + Fraction(3, 2) + Fraction(5, 2)),
        ("buchholz", Fraction(3, 2) + 3 + 1 + 0),
        ("buchholz_cut_1", Fraction(11, 2)),
        ("buchholz_cut_2", Fraction(9, 2)),
        ("median_buchholz", Fraction(5, 2)),
        ("sonneborn_berger", Fraction(3, 2) + Fraction(3, 2)),
        ("opponents_scores", Fraction(11, 2)),
        ("total_score", Fraction(5, 2) + Fraction(11, 8) - 4),
        ("longest_unbeaten_run", 2),
        ("ratings_sum", 1800),
        ("average_rating_of_opponents", 1600),
        ("forfeits", 0),
    ],
)
def test_values_that_anyone_can_count(name: str, value: Fraction | int) -> None:
    assert of(FOUR_ROUNDS, swiss(unplayed="plain"), name) == value


@pytest.mark.rule("GO-27.1S")
def test_eight_points_against_an_average_of_five_point_six_in_five_rounds_are_eight_point_six() -> None:
    """A wins four of five games; the opponents have 28 points together, most of them from elsewhere."""
    own = [match(number, "A" + other, WIN if number < 5 else LOSS) for number, other in enumerate("BCDEF", start=1)]
    elsewhere = [match(number, one + other, WIN) for number, one, other in (
        (2, "B", "X"), (3, "B", "Y"), (4, "B", "Z"), (1, "C", "X"), (3, "C", "Z"), (4, "C", "Y"),
        (1, "D", "Y"), (2, "D", "Z"), (4, "D", "X"), (1, "E", "Z"), (2, "E", "Y"), (1, "F", "V"), (2, "F", "W"),
    )]  # fmt: skip
    facts = event("ABCDEFVWXYZ", *own, *elsewhere)
    rules = swiss("total_score", unplayed="plain", win=2, draw=1)
    assert sum(values(facts, rules, "points")[other] or 0 for other in "BCDEF") == 28
    assert of(facts, rules, "total_score") == Fraction(86, 10)


@pytest.mark.rule("ARENA-2")
def test_the_performance_of_two_wins_and_a_loss_is_1733_and_a_third() -> None:
    facts = event(
        "ABCD",
        match(1, "AB", WIN),
        match(2, "CA", LOSS),
        match(3, "AD", LOSS),
        B={"rating": 1500.0},
        C={"rating": 1600.0},
        D={"rating": 1700.0},
    )
    assert of(facts, swiss(), "performance_arena") == Fraction(5200, 3)


@pytest.mark.rule("ARENA-2")
def test_a_draw_is_a_game_of_the_performance_and_a_forfeit_is_none() -> None:
    rated = {name: {"rating": rating} for name, rating in (("B", 1500.0), ("C", 1700.0))}
    drawn = event("ABC", match(1, "AB", WIN), match(2, "AC", DRAW), **rated)
    assert of(drawn, swiss(), "performance_arena") == 1800
    forfeit = event("ABC", match(1, "AB", WIN), match(2, "AC", WIN, ResultKind.WALKOVER), **rated)
    assert of(forfeit, swiss(), "performance_arena") == 1900


def test_an_unrated_opponent_counts_with_the_rating_that_everyone_starts_from() -> None:
    assert of(event("AB", match(1, "AB", DRAW)), swiss(), "performance_arena") == 2000


def test_nobody_has_a_performance_without_a_game() -> None:
    for name in ("performance_arena", "performance_fide", "average_rating_of_opponents"):
        assert of(event("AB", match(1, "AB", WIN, ResultKind.WALKOVER)), swiss(), name) is None


@pytest.mark.parametrize(
    ("hundredths", "difference"),
    [
        (100, 800),
        (99, 677),
        (90, 366),
        (83, 273),
        (75, 193),
        (67, 125),
        (50, 0),
        (49, -7),
        (25, -193),
        (1, -677),
        (0, -800),
    ],
)
def test_the_table_of_fide(hundredths: int, difference: int) -> None:
    assert rating_difference(Fraction(hundredths, 100)) == difference


def test_shares_are_taken_to_the_next_hundredth() -> None:
    assert rating_difference(Fraction(2, 3)) == 125
    assert rating_difference(Fraction(1, 8)) == -rating_difference(Fraction(87, 100))


def test_fides_performance_of_three_of_four_against_1600_is_1793() -> None:
    rated = {name: {"rating": rating} for name, rating in zip("BCDE", (1500.0, 1550.0, 1650.0, 1700.0), strict=True)}
    games = [match(number, "A" + other, score) for number, (other, score) in enumerate(
        zip("BCDE", (WIN, DRAW, DRAW, WIN), strict=True), start=1
    )]  # fmt: skip
    assert of(event("ABCDE", *games, **rated), swiss(), "performance_fide") == 1793


@pytest.mark.rule("AIJE-D05-4")
@pytest.mark.parametrize(
    ("results", "run"), [("WLWLW", 1), ("WWLLW", 2), ("WDWLW", 3), ("LLL", 0), ("WbW", 2), ("WfW", 1)]
)
def test_the_longest_run_without_losing(results: str, run: int) -> None:
    """b is a bye and f a forfeit loss."""
    scores = {"W": WIN, "L": LOSS, "D": DRAW}
    contests = [
        bye(number, "A")
        if result == "b"
        else match(number, "BA", WIN, ResultKind.WALKOVER)
        if result == "f"
        else match(number, "AB", scores[result])
        for number, result in enumerate(results, start=1)
    ]
    assert of(event("AB", *contests), swiss(), "longest_unbeaten_run") == run


@pytest.mark.rule("AIJE-D05-4")
def test_two_wins_in_a_row_come_before_wins_and_losses_in_turn() -> None:
    turn = [match(number, "AX", score) for number, score in enumerate((WIN, LOSS, WIN, LOSS, WIN), start=1)]
    row = [match(number, "BY", score) for number, score in enumerate((WIN, WIN, LOSS, LOSS, WIN), start=1)]
    assert order(event("ABXY", *turn, *row), aije_teams())[:2] == "BA"


@pytest.mark.rule("GO-27.1")
def test_sonneborn_berger_counts_those_beaten_and_half_of_those_drawn_with() -> None:
    games = [match(1, "AB", WIN), match(2, "AC", DRAW), match(3, "AD", LOSS), match(1, "CD", WIN), match(2, "BD", WIN)]
    facts = event("ABCD", *games)
    assert values(facts, go("points"), "points") == {"A": 3, "B": 2, "C": 3, "D": 2}
    assert of(facts, go(), "sonneborn_berger") == 2 + Fraction(3, 2)


def test_a_drawn_series_of_both_lost_games_adds_nothing_to_sonneborn_berger() -> None:
    facts = event("ABC", match(1, "AB", (0, 0), ResultKind.BOTH_LOST), match(2, "BC", WIN))
    assert of(facts, go(), "sonneborn_berger") == 0


UNPLAYED = event(
    "ABCD",
    match(1, "AB", WIN),
    match(1, "CD", WIN),
    match(2, "AC", WIN, ResultKind.WALKOVER),
    match(2, "BD", WIN),
    bye(3, "A"),
    match(3, "BC", DRAW),
    D={"withdrawn": True},
)
"""Of A, who beat B: a forfeit win and a bye. B and C drew; D left after two losses, and was missing in round 3."""


@pytest.mark.parametrize(
    ("version", "value"),
    [
        ("plain", Fraction(3, 2)),
        ("fide-c07-2024", Fraction(3, 2) + 3 + 3),
        ("fide-c07-2026", Fraction(3, 2) + Fraction(3, 2) + Fraction(3, 2)),
    ],
)
def test_rounds_without_a_game_count_by_the_named_version(version: str, value: Fraction) -> None:
    assert of(UNPLAYED, swiss(unplayed=version), "buchholz") == value


@pytest.mark.parametrize(
    ("version", "value"), [("plain", 3 + Fraction(3, 2)), ("fide-c07-2024", 3 + Fraction(1, 2) + Fraction(3, 2))]
)
def test_rounds_since_a_withdrawal_count_as_drawn_to_the_opponents(version: str, value: Fraction) -> None:
    assert of(UNPLAYED, swiss(unplayed=version), "buchholz", "B") == value


def test_a_missed_round_after_which_the_entrant_played_counts_as_it_was() -> None:
    facts = event("ABCD", match(1, "AB", WIN), match(2, "AC", WIN), match(3, "BD", WIN), match(3, "AC", WIN))
    assert of(facts, swiss(), "buchholz", "A") == 1 + 0 + 0


def test_a_cut_takes_the_rounds_that_one_missed_before_any_other() -> None:
    """A asked for a bye in round 2 and meets B, who has no points at all, in round 1."""
    facts = event(
        "ABCD", match(1, "AB", WIN), match(2, "CB", WIN), match(3, "AC", WIN), match(3, "DB", WIN),
        A={"absent_in": frozenset({2})},
    )  # fmt: skip
    cut = explain(facts, swiss("buchholz_cut_1"), A, "buchholz_cut_1")
    assert cut is not None
    assert [(part.round, part.why) for part in cut if not part.counts] == [(2, StepReason.CUT_LOWEST)]


@pytest.mark.parametrize("name", ["buchholz_cut_2", "median_buchholz"])
def test_cuts_of_a_single_round_leave_nothing(name: str) -> None:
    assert of(event("AB", match(1, "AB", WIN), match(2, "AB", WIN)), swiss(), name) == 0


def test_a_forfeit_of_a_round_robin_is_a_game_like_another() -> None:
    facts = event("ABC", match(1, "AB", WIN, ResultKind.WALKOVER), match(2, "BC", WIN), match(3, "AC", DRAW))
    assert of(facts, go(), "sonneborn_berger") == 2 + Fraction(1, 2)


@pytest.mark.rule("GO-27.1", "GO-24")
def test_fewer_warnings_come_first() -> None:
    facts = event("AB", match(1, "AB", DRAW), A={"warnings": 2}, B={"warnings": 1})
    assert order(facts, go("points", "warnings")) == "BA"


@pytest.mark.rule("AIJE-D05-4")
def test_an_unrated_member_adds_nothing() -> None:
    facts = event("AB", match(1, "AB", DRAW), B={"rating": 6000.0})
    assert values(facts, rulebook("points", "ratings_sum"), "ratings_sum") == {"A": 0, "B": 6000}


@pytest.mark.rule("GO-27.2")
def test_points_on_board_one_come_before_those_on_board_two() -> None:
    """Both teams have won one match and two boards of it; C won boards 1 and 3, A boards 2 and 3."""
    facts = event(
        "ABCD",
        match(1, "AB", boards=boards(LOSS, WIN, WIN)),
        match(1, "CD", boards=boards(WIN, LOSS, WIN)),
    )
    assert order(facts, go_teams()) == "CABD"
    assert values(facts, go_teams(), "board_1_points") == {"A": 0, "B": 2, "C": 2, "D": 0}


@pytest.mark.rule("GO-27.2")
def test_a_team_that_nobody_came_to_meet_has_won_every_board() -> None:
    facts = event("AB", match(1, "AB", (3, 0), ResultKind.WALKOVER))
    assert values(facts, go_teams(), "board_points") == {"A": 6, "B": 0}
    assert values(facts, go_teams(), "board_3_points") == {"A": 2, "B": 0}


Score = tuple[int, int]


def dispute(number: int, sides: str, *, living: Score, giant: Score, tables: Score) -> Contest:
    played = (
        BoardResult(1, ((), ()), tables, modality="table"),
        BoardResult(2, ((), ()), giant, modality="giant"),
        BoardResult(3, ((), ()), living, weight=2.0, modality="living"),
    )
    return match(number, sides, boards=played)


@pytest.mark.rule("OLY-5")
def test_schools_are_ranked_by_balance_then_encounter_then_living_then_giant() -> None:
    chain = ("points", "balance", "direct_encounter", "living_points", "giant_points")
    rules = rulebook(*chain, dispute=DisputeRules(), scoring=ScoringRules(2, 1, 0))
    contests = (
        dispute(1, "AB", living=(2, 0), giant=(0, 2), tables=(1, 2)),
        dispute(1, "CD", living=(1, 1), giant=(2, 0), tables=(1, 2)),
    )
    facts = event("ABCD", *contests)
    assert values(facts, rules, "balance") == {"A": 1, "B": -1, "C": 1, "D": -1}
    assert values(facts, rules, "living_points")["A"] == 4
    assert values(facts, rules, "giant_points")["C"] == 2
    assert order(facts, rules) == "ACDB"


@pytest.mark.rule("OLY-2", "OLY-5")
def test_a_school_that_nobody_came_to_meet_has_all_nine_points_of_the_dispute() -> None:
    chain = ("points", "balance", "living_points", "giant_points")
    rules = rulebook(*chain, dispute=DisputeRules(), scoring=ScoringRules(2, 1, 0))
    facts = event("AB", match(1, "AB", (7, 0), ResultKind.WALKOVER))
    told = {name: values(facts, rules, name) for name in ("balance", "living_points", "giant_points")}
    assert told == {"balance": {"A": 9, "B": -9}, "living_points": {"A": 4, "B": 0}, "giant_points": {"A": 2, "B": 0}}


@pytest.mark.rule("GO-27.1")
def test_the_lot_separates_when_it_was_drawn() -> None:
    facts = event("AB", match(1, "AB", DRAW))
    assert order(facts, go("points", "lot")) == "(AB)"
    assert order(replace(facts, lot=(EntrantId("B"), A)), go("points", "lot")) == "BA"


@pytest.mark.parametrize("name", sorted(TIE_BREAKS))
def test_every_entry_answers_before_a_game_is_played(name: str) -> None:
    assert of(event("AB"), rulebook(), name) in {None, 0}


def test_a_stranger_has_nothing_to_explain() -> None:
    with pytest.raises(KeyError):
        explain(event("AB"), rulebook(), EntrantId("Z"), "points")


def test_a_play_off_is_no_part_of_the_points() -> None:
    facts = event("AB", match(1, "AB", DRAW), match(1, "AB", WIN, stage=Stage.PLAY_OFF))
    assert values(facts, rulebook(), "points") == {"A": Fraction(1, 2), "B": Fraction(1, 2)}


def test_the_list_of_tie_breaks_names_each_with_the_rules_that_it_cites():
    rows = [row.split("|")[1::2] for row in LIST.read_text("utf-8").splitlines() if row.startswith("| `")]
    listed = {name: cites for names, cites in rows for name in re.findall("`([^`]+)`", names)}
    of_boards = {name for name in TIE_BREAKS if name.startswith("board_") and name != "board_points"}
    assert listed.keys() | of_boards == NAMES
    assert [name for name in listed.keys() & TIE_BREAKS.keys() if not _cited(name, listed[name])] == []


def _cited(name: str, cites: str) -> bool:
    return set(TIE_BREAKS[name].cites) <= set(re.findall(r"[A-Z0-9.-]+", cites))
