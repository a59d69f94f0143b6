"""Go: the worked examples, tried on what counts, waits, pairs and ranks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Final

import pytest

from bot.features.tournaments import sheet_cards as tournaments_sheet_cards
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.play import pairing
from bot.play.counts import count
from bot.play.crosstable import voided_entrants
from bot.play.format_rules import ClockRules, TimeSystem
from bot.play.matches import colours_are_put_right, late_start, left_on_clock
from bot.play.points import board_total, encounter_points, result_of
from bot.play.rulebook import discipline_of, read_grade
from bot.rulebooks.library import preset
from tests.play.crosstables import LOSS, WIN, boards, event, match, values
from tests.play.test_lateness import START
from tests.play.test_tie_breaks import swiss
from tests.rules.written import Facts, examples

GO: Final = preset("go-swiss")
TEAMS: Final = preset("go-teams")
DISCIPLINE: Final = discipline_of(GO)


@pytest.mark.parametrize("told", examples("GO-9"))
def test_without_compensation_half_of_the_board_is_a_draw(told: Facts) -> None:
    found = count(Fraction(told["black"]), compensation=Fraction(0))
    assert ("draw" if found.winner is None else found.winner.value) == told["winner"]


@pytest.mark.parametrize("told", [*examples("GO-11"), *examples("GO-24")])
def test_compensation_and_warnings_make_winner_and_margin(told: Facts) -> None:
    assert GO.games is not None
    found = count(
        Fraction(told["black"]),
        compensation=Fraction(GO.games.compensation),
        black_warnings=told.get("black_warned", 0),
        white_warnings=told.get("white_warned", 0),
        price=Fraction(DISCIPLINE.warning_costs),
        warnings_that_lose=DISCIPLINE.warnings_that_lose,
    )
    assert found.winner is not None
    assert found.margin is not None
    assert (found.winner.value, float(found.margin)) == (told["winner"], told["margin"])


@pytest.mark.parametrize("told", examples("GO-12"))
def test_a_full_period_is_used_up_and_less_of_one_costs_nothing(told: Facts) -> None:
    clock = ClockRules(TimeSystem.PERIODS, periods=3, period_lasts=timedelta(seconds=told["period"]))
    assert clock.periods_used(timedelta(seconds=told["seconds"])) == told["used"]


@pytest.mark.rule("GO-12")
def test_the_sheet_says_that_the_full_period_uses_one_up() -> None:
    said = "\n".join(tournaments_sheet_cards.periods(GO, Translator("en-US")))
    assert "in less costs nothing" in said
    assert "uses one up" in said


@pytest.mark.parametrize("told", examples("GO-17.1"))
def test_wrong_colours_are_put_right_up_to_move_ten(told: Facts) -> None:
    assert colours_are_put_right(told["move"], DISCIPLINE) is told["put_right"]


@pytest.mark.parametrize("told", examples("GO-22"))
def test_lateness_costs_double_until_its_limit_costs_the_game(told: Facts) -> None:
    rules = replace(DISCIPLINE, late_limit=timedelta(minutes=told["limit"]))
    found = late_start(START, START + timedelta(seconds=told["late_seconds"]), rules)
    assert found is not None
    assert found.lost is told.get("lost", False)
    if not found.lost:
        left = left_on_clock(timedelta(minutes=told["base"]), found)
        assert left / timedelta(minutes=1) == pytest.approx(told["left"], abs=1e-4)


@pytest.mark.parametrize("told", examples("GO-25.3"))
def test_grades_go_to_the_last_of_their_ladder(told: Facts) -> None:
    sign = {"amateur": "d", "professional": "p"}[told["ladder"]]
    assert (read_grade(f"{told['dan']}{sign}") is not None) is told["exists"]


@pytest.mark.parametrize("told", examples("GO-26.2"))
def test_everyone_meets_everyone_as_often_as_the_event_says(told: Facts) -> None:
    games = [game for games in pairing.rounds(told["players"], told["meetings"]) for game in games]
    real = [frozenset(game) for game in games if len(game) > 1]
    assert len(real) == told["matches"]
    assert {real.count(pair) for pair in real} == {told["meetings"]}


@pytest.mark.parametrize("told", examples("GO-27.1S"))
def test_the_total_score_weighs_the_opponents(told: Facts) -> None:
    """A wins as often as the points say; the opponents won the rest of theirs elsewhere, each against somebody new."""
    rounds, wins = range(1, told["rounds"] + 1), told["points"] // 2
    met = zip(rounds, "BCDEF", strict=False)
    own = [match(number, f"A{one}", WIN if number <= wins else LOSS) for number, one in met]
    free = ((number, one) for at, one in enumerate("BCDEF", start=1) for number in rounds if number != at)
    missing = int(told["average"] * len(rounds)) // 2 - (len(rounds) - wins)
    strangers = "GHIJKLMNOPQRSTUVWXYZ"[:missing]
    elsewhere = [match(number, f"{one}{new}", WIN) for (number, one), new in zip(free, strangers, strict=False)]
    facts = event(f"ABCDEF{strangers}", *own, *elsewhere)
    rules = swiss("total_score", unplayed="plain", win=2, draw=1)
    assert sum(values(facts, rules, "points")[one] or 0 for one in "BCDEF") == told["average"] * len(rounds)
    assert values(facts, rules, "total_score")["A"] == Fraction(str(told["total"]))


@pytest.mark.parametrize("told", examples("GO-27.2"))
def test_more_board_points_win_the_match_of_teams(told: Facts) -> None:
    won: dict[tuple[int, int], tuple[int, int] | tuple[int, int, int]]
    won = {(2, 0): (1, 0), (0, 2): (0, 1), (1, 1): (0, 0, 1)}
    results = boards(*(won[one[0], one[1]] for one in told["boards"]))
    score = (sum(one.score[0] for one in results), sum(one.score[1] for one in results))
    played = match(1, "AB", score, boards=results, best_of=3, draws=sum(one.draws for one in results))
    assert [board_total(result_of(played), side, TEAMS) for side in (0, 1)] == told["board_points"]
    assert list(encounter_points(played, TEAMS)) == told["match_points"]


@pytest.mark.parametrize("told", examples("GO-28.2"))
def test_who_leaves_before_half_of_the_rounds_has_nothing_left(told: Facts) -> None:
    names = "ABCDEFGHIJ"[: told["rounds"] + 1]
    own = [match(number, f"A{other}", WIN) for number, other in enumerate(names[1 : told["played"] + 1], start=1)]
    rest = [match(1, names[at : at + 2], WIN) for at in range(told["played"] + 1, told["rounds"])]
    facts = event(names, *own, *rest, A={"withdrawn": True})
    void = voided_entrants(facts, preset("go-round-robin"), facts.contests)
    assert (void == frozenset()) is told["stand"]
    assert void <= {EntrantId("A")}
