"""The table by the rulebook's chain of tie-breaks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.format_rules import Level, RankingRules
from bot.play.ranking import TIE_BREAKS, chain, drawn_lot, explain, rank, ties_to_break
from bot.play.rulebook import FormatName
from bot.play.tie_breaks import value_of
from tests.play.crosstables import (
    DRAW,
    LOSS,
    WIN,
    aije_teams,
    boards,
    challengers,
    event,
    exactly,
    go,
    go_teams,
    match,
    order,
    rulebook,
    values,
)

DIRECT = ("points", "direct_encounter")


@pytest.mark.rule("AIJE-D02-2", "AIJE-D04-2")
def test_two_who_are_level_go_by_their_own_match() -> None:
    facts = event("ABC", match(1, "AB", (2, 3)), match(2, "AC", (4, 1)), match(3, "BC", (3, 2)))
    assert values(facts, challengers(), "points") == {"A": 6, "B": 6, "C": 3}
    assert order(facts, challengers()) == "BAC"


@pytest.mark.rule("AIJE-D04-2")
def test_three_who_are_level_go_by_their_points_among_themselves() -> None:
    """All three have 8 points; without their games against D, A has 7, B has 4 and C has 4; B beat C."""
    facts = event(
        "ABCD",
        match(1, "AB", (4, 1)), match(2, "AC", (3, 2)), match(3, "BC", (3, 2)),
        match(1, "DC", (1, 4)), match(2, "DB", (1, 4)), match(3, "DA", (4, 1)),
    )  # fmt: skip
    assert values(facts, challengers(), "points") == {"A": 8, "B": 8, "C": 8, "D": 6}
    assert values(facts, challengers(), "direct_encounter") == {"A": 7, "B": 4, "C": 4, "D": None}
    assert order(facts, challengers()) == "ABCD"


@pytest.mark.rule("AIJE-D04-2")
def test_without_a_difference_among_themselves_they_stay_level() -> None:
    facts = event("ABC", match(1, "AB", WIN), match(2, "BC", WIN), match(3, "CA", WIN))
    assert order(facts, rulebook(*DIRECT)) == "(ABC)"


@pytest.mark.rule("AIJE-D05-4")
def test_teams_that_never_met_skip_the_direct_encounter() -> None:
    facts = event("ABCD", match(1, "AC", WIN), match(1, "BD", WIN), match(2, "AD", WIN), match(2, "BC", WIN))
    rules = rulebook(*DIRECT, "wins", format=FormatName.SWISS)
    assert values(facts, rules, "direct_encounter") == {"A": None, "B": None, "C": None, "D": None}
    assert order(facts, rules) == "(AB)(CD)"


@pytest.mark.rule("AIJE-D05-4")
def test_level_teams_that_drew_go_by_the_games_of_their_own_match() -> None:
    """One board each and one level: a point each, but A has won 7 games of 12."""
    facts = event("AB", match(1, "AB", boards=boards((4, 0), (1, 3), (2, 2))))
    assert values(facts, aije_teams(), "games_won_in_encounter") == {"A": 7, "B": 5}
    assert order(facts, aije_teams()) == "AB"


@pytest.mark.rule("AIJE-D05-4")
def test_the_last_word_of_level_teams_is_their_total_rating() -> None:
    drawn = match(1, "AB", boards=boards((3, 1), (1, 3), (2, 2)))
    facts = event("AB", drawn, A={"rating": 6100.0}, B={"rating": 6200.0})
    assert order(facts, aije_teams()) == "BA"


@pytest.mark.rule("GO-27.2")
def test_boards_in_order_are_spelt_out_one_by_one() -> None:
    assert chain(go_teams(2)) == ("points", "board_points", "board_1_points", "board_2_points")


@pytest.mark.rule("GO-27.1")
def test_level_players_share_the_place_where_nothing_decides() -> None:
    rows = rank(event("ABC", match(1, "AB", DRAW), match(2, "AC", WIN), match(3, "BC", WIN)), go("points"))
    assert [(row.entrant_id, row.rank_from, row.rank_to) for row in rows] == [("A", 1, 2), ("B", 1, 2), ("C", 3, 3)]
    assert ties_to_break(rows, go("points")) == ()


def test_a_row_tells_games_and_values_in_the_order_of_the_chain() -> None:
    facts = event("AB", match(1, "AB", WIN), match(2, "BA", DRAW), match(3, "AB", LOSS, ResultKind.WALKOVER))
    row = rank(facts, rulebook("points", "wins"))[0]
    assert [(one.name, one.value) for one in row.values] == [("points", Fraction(3, 2)), ("wins", Fraction(1))]
    assert (row.played, row.won, row.drawn, row.lost, row.round, row.reached) == (2, 1, 1, 1, 3, Stage.MAIN)


TIE = (match(1, "AB", WIN), match(2, "BC", WIN), match(3, "CA", WIN))
PLAY_OFF = go("points", level=Level.PLAY_OFF, decisive=1)
LOT = go("points", level=Level.LOT, decisive=1)


@pytest.mark.rule("GO-27.1", "GO-27.3")
@pytest.mark.parametrize("rules", [PLAY_OFF, LOT])
def test_a_tie_for_a_place_that_may_not_be_shared_is_to_be_broken(rules: object) -> None:
    known = PLAY_OFF if rules is PLAY_OFF else LOT
    (tie,) = ties_to_break(rank(event("ABC", *TIE), known), known)
    assert [row.entrant_id for row in tie] == ["A", "B", "C"]


def test_a_tie_below_the_decisive_places_may_stand() -> None:
    facts = event("ABC", match(1, "AB", WIN), match(2, "AC", WIN), match(3, "BC", DRAW))
    assert ties_to_break(rank(facts, PLAY_OFF), PLAY_OFF) == ()


@pytest.mark.rule("GO-27.1")
def test_a_lot_separates_the_decisive_places_alone() -> None:
    lot = tuple(EntrantId(name) for name in "DCBA")
    contests = (match(1, "AC", WIN), match(1, "BD", WIN), match(2, "AD", WIN), match(2, "BC", WIN))
    both = (*contests, match(3, "AB", DRAW), match(3, "CD", DRAW))
    assert order(replace(event("ABCD", *both), lot=lot), LOT) == "BA(CD)"


def off(number: int, sides: str, score: tuple[int, int]) -> Contest:
    return match(number, sides, score, stage=Stage.PLAY_OFF)


@pytest.mark.rule("GO-27.3")
def test_half_a_round_of_play_offs_separates_nobody() -> None:
    facts = event("ABC", *TIE, off(1, "AB", WIN))
    assert order(facts, PLAY_OFF) == "(ABC)"


@pytest.mark.rule("GO-27.3")
def test_play_offs_separate_those_who_were_level() -> None:
    facts = event("ABC", *TIE, off(1, "CB", WIN), off(2, "AB", LOSS), off(3, "AC", LOSS))
    assert order(facts, PLAY_OFF) == "CBA"
    assert values(facts, PLAY_OFF, "play_off") == {"A": 0, "B": 1, "C": 2}


@pytest.mark.rule("GO-27.3")
def test_who_is_still_level_goes_by_the_next_play_off_among_them() -> None:
    once = (off(1, "CB", WIN), off(2, "AB", WIN), off(3, "AC", (1, 1)))
    assert order(event("ABC", *TIE, *once), PLAY_OFF) == "(AC)B"
    assert order(event("ABC", *TIE, *once, off(4, "CA", WIN)), PLAY_OFF) == "CAB"


@pytest.mark.rule("GO-27.3")
def test_half_of_a_second_round_of_play_offs_separates_nobody_either() -> None:
    circle = (off(1, "AB", WIN), off(2, "BC", WIN), off(3, "CA", WIN))
    assert order(event("ABC", *TIE, *circle, off(4, "BA", WIN)), PLAY_OFF) == "(ABC)"


def test_the_lot_has_everybody_once() -> None:
    assert sorted(drawn_lot(event("ABCDE"), Stream(bytes(32)))) == ["A", "B", "C", "D", "E"]


def test_an_explanation_stands_among_those_who_were_level() -> None:
    facts = event("ABC", match(1, "AB", (2, 3)), match(2, "AC", (4, 1)), match(3, "BC", (3, 2)))
    parts = explain(facts, challengers(), EntrantId("A"), "direct_encounter")
    assert parts is not None
    assert [(part.round, part.opponent) for part in parts] == [(1, "B")]
    assert value_of(parts) == 2
    assert explain(facts, challengers(), EntrantId("C"), "direct_encounter") is None


scores = st.lists(st.sampled_from((WIN, DRAW, LOSS, None)), min_size=15, max_size=15)
PAIRS = [(one, other) for at, one in enumerate("ABCDEF") for other in "ABCDEF"[at + 1 :]]
CHAINS = st.permutations(sorted(TIE_BREAKS)).map(lambda names: ("points", *names[:5]))


def played(results: list[tuple[int, int] | None]) -> tuple[Contest, ...]:
    return tuple(
        match(number, one + other, result)
        for number, ((one, other), result) in enumerate(zip(PAIRS, results, strict=True), start=1)
        if result is not None
    )


@given(scores, CHAINS)
def test_tie_breaks_never_reorder_entrants_of_different_points(
    results: list[tuple[int, int] | None], names: tuple[str, ...]
) -> None:
    rows = rank(event("ABCDEF", *played(results)), rulebook(*names))
    points = [row.values[0].value or 0 for row in rows]
    assert points == sorted(points, reverse=True)
    assert sum(points) == len(played(results))


@given(scores, CHAINS)
def test_the_order_of_the_facts_means_nothing(results: list[tuple[int, int] | None], names: tuple[str, ...]) -> None:
    facts = event("ABCDEF", *played(results))
    mixed = replace(facts, starters=facts.starters[::-1], contests=facts.contests[::-1])
    assert rank(facts, rulebook(*names)) == rank(mixed, rulebook(*names))


@given(scores, CHAINS)
def test_places_are_taken_once_and_shared_ones_by_neighbours(
    results: list[tuple[int, int] | None], names: tuple[str, ...]
) -> None:
    rows = rank(event("ABCDEF", *played(results)), rulebook(*names))
    for place, row in enumerate(rows, start=1):
        assert row.rank_from <= place <= row.rank_to
        sharing = [other for other in rows if other.rank_from == row.rank_from]
        assert len(sharing) == row.rank_to - row.rank_from + 1


@given(scores, CHAINS)
def test_every_value_shown_is_the_one_explained(results: list[tuple[int, int] | None], names: tuple[str, ...]) -> None:
    facts, rules = event("ABCDEF", *played(results)), rulebook(*names)
    for row in rank(facts, rules):
        for shown in row.values:
            assert value_of(explain(facts, rules, row.entrant_id, shown.name)) == shown.value


def test_before_the_first_game_everyone_shares_the_first_place() -> None:
    assert order(event("ABC"), rulebook("points", "buchholz")) == "(ABC)"
    assert rank(event(""), rulebook()) == ()


def test_points_of_candidates_are_exact() -> None:
    facts = event("AB", match(1, "AB", (3, 2)))
    assert tuple(row.values[0].value for row in rank(facts, challengers())) == exactly(3, 2)


def test_an_unknown_version_of_the_rules_is_refused() -> None:
    with pytest.raises(KeyError):
        rank(event("AB"), rulebook(ranking=RankingRules(unplayed="fide-c07-1066")))


@pytest.mark.rule("GO-28.2")
@pytest.mark.parametrize("level", list(Level))
def test_who_is_out_with_void_results_shares_no_place_and_is_drawn_and_played_for_by_nobody(level: Level) -> None:
    # E lost everything and D left before half of it: both have no points.
    games = [match(1, "AB", WIN), match(1, "CE", WIN), match(2, "AE", WIN), match(2, "BC", WIN), match(3, "BE", WIN)]
    facts = event("ABCDE", *games, match(4, "CA", WIN), match(5, "DE", WIN), D={"withdrawn": True})
    rows = {str(row.entrant_id): row for row in rank(facts, go("points", level=level, decisive=5))}
    assert [(rows[who].rank_from, rows[who].rank_to) for who in ("E", "D")] == [(4, 4), (5, 5)]
    tied = {
        row.entrant_id
        for tie in ties_to_break(tuple(rows.values()), go("points", level=level, decisive=5))
        for row in tie
    }
    assert tied.isdisjoint("DE")


@pytest.mark.rule("GO-28.2")
def test_two_who_are_out_with_void_results_share_the_last_places() -> None:
    games = [match(1, "AB", WIN), match(2, "AC", WIN), match(3, "BC", WIN)]
    facts = event("ABCDE", *games, D={"withdrawn": True}, E={"withdrawn": True})
    rules = go("points", level=Level.LOT, decisive=5)
    rows = rank(facts, rules)
    assert [(row.entrant_id, row.rank_from, row.rank_to) for row in rows[3:]] == [("D", 4, 5), ("E", 4, 5)]
    assert ties_to_break(rows, rules) == ()
