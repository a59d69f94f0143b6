"""The match for a title: who begins which game, when it is won, what arbiters may do with a game."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.format_rules import GamesRules, TitleMatchRules
from bot.play.formats import title_match
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import FormatName
from bot.play.title_games import (
    Colour,
    ColourChoices,
    Decision,
    NextGame,
    Series,
    annul_game,
    award_game,
    colours,
    decided_anew,
    play_game,
    result_of,
)
from bot.rulebooks.library import preset

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
WORLD = replace(
    preset("aije-open"),
    format=FormatName.TITLE_MATCH,
    games=GamesRules(best_of=19, colours=True),
    title_match=TitleMatchRules(),
)
CHAMPION, CHALLENGER = EntrantId("zoe"), EntrantId("ann")
NINETEEN = Series(colours(19, 0, 1))


def event(first: Colour | None = None, last: Colour | None = None) -> EventFacts:
    """The champion's id comes last, so that order alone makes nobody champion."""
    champion = Starter(CHAMPION, 1900.0, holder=True, choices=ColourChoices(first, last))
    return EventFacts((Starter(CHALLENGER, 2000.0), champion))


def made(facts: EventFacts, stream: Stream | None = None, result: Result | None = None) -> Contest:
    (new,) = title_match.advance(facts, WORLD, stream)
    name = ContestId("match")
    return Contest(name, new.stage, new.round, new.position, new.sides, new.best_of, None, None, None, result)


def after(winners: str, series: Series = NINETEEN) -> Series:
    """The series after these games: 0 and 1 won by a side, = drawn."""
    for winner in winners:
        series = play_game(series, None if winner == "=" else int(winner))
    return series


# The match.


@pytest.mark.rule("AIJE-D03-1")
def test_champion_and_challenger_play_one_match_of_nineteen():
    match = made(event(Colour.FIRST, Colour.FIRST))
    assert (match.stage, match.best_of, match.target, match.sides) == (Stage.FINAL, 19, 10, (CHAMPION, CHALLENGER))
    facts = replace(event(Colour.FIRST, Colour.FIRST), contests=(match,))
    assert title_match.advance(facts, WORLD, None) == ()


@pytest.mark.rule("AIJE-D03-2")
@pytest.mark.parametrize(
    ("first", "last", "begins", "ends"),
    [
        (Colour.FIRST, Colour.FIRST, CHAMPION, CHAMPION),
        (Colour.FIRST, Colour.SECOND, CHAMPION, CHALLENGER),
        (Colour.SECOND, Colour.FIRST, CHALLENGER, CHAMPION),
        (Colour.SECOND, Colour.SECOND, CHALLENGER, CHALLENGER),
    ],
)
def test_the_champion_chooses_the_colour_of_the_first_and_the_last_game_and_the_others_alternate(
    first: Colour, last: Colour, begins: EntrantId, ends: EntrantId
):
    facts = event(first, last)
    match = made(facts)
    schedule = [match.sides[side] for side in title_match.series(facts, WORLD, match, None).schedule]
    assert not title_match.needs_draw(facts, WORLD)
    assert (schedule[0], schedule[18], len(schedule)) == (begins, ends, 19)
    assert all(one != other for one, other in pairwise(schedule[:18]))


@pytest.mark.rule("AIJE-D03-2")
def test_a_choice_that_was_not_made_is_drawn_by_lot():
    drawn = {made(event(None, Colour.FIRST), Stream(bytes([n]))).sides for n in range(9)}
    assert drawn == {(CHAMPION, CHALLENGER), (CHALLENGER, CHAMPION)}
    assert title_match.needs_draw(event(Colour.FIRST, None), WORLD)
    with pytest.raises(ValueError, match="randomness"):
        title_match.advance(event(), WORLD, None)


@pytest.mark.rule("AIJE-D03-2")
@given(st.binary(min_size=1, max_size=8))
def test_the_lot_of_the_last_game_can_be_read_again_from_the_draw(seed: bytes):
    facts = event(Colour.FIRST, None)
    match = made(facts, Stream(seed))
    both = [title_match.series(facts, WORLD, match, Stream(seed)).schedule for _ in range(2)]
    assert both[0] == both[1]
    assert title_match.colour_choices(facts, WORLD, Stream(seed)).first is Colour.FIRST


def test_where_nobody_may_choose_both_colours_are_drawn():
    assert WORLD.title_match is not None
    fair = replace(WORLD, title_match=replace(WORLD.title_match, champion_chooses=False))
    assert title_match.needs_draw(event(Colour.FIRST, Colour.FIRST), fair)


def test_a_match_has_two_sides():
    with pytest.raises(ValueError, match="two sides"):
        title_match.advance(EventFacts(event().starters[:1]), WORLD, Stream(b""))


@pytest.mark.rule("AIJE-D03-1")
def test_who_won_the_match_is_champion():
    facts = event(Colour.FIRST, Colour.FIRST)
    going = replace(facts, contests=(made(facts),))
    assert [(row.rank_from, row.rank_to) for row in title_match.standings(going, WORLD)] == [(1, 2), (1, 2)]
    assert not title_match.is_over(going, WORLD)
    result = Result((8, 10), (0, 0), ResultKind.PLAYED, NOON)
    over = replace(facts, contests=(made(facts, result=result),))
    assert [(row.entrant_id, row.rank_from) for row in title_match.standings(over, WORLD)] == [
        (CHALLENGER, 1),
        (CHAMPION, 2),
    ]
    assert title_match.is_over(over, WORLD)
    assert title_match.reopened_by(over, WORLD, over.contests[0], result) == ()


def test_a_match_to_which_nobody_came_or_whose_result_was_annulled_has_no_first_place():
    facts = event(Colour.FIRST, Colour.FIRST)
    nobody = Result((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, NOON)
    cheated = Result((10, 0), (0, 0), ResultKind.PLAYED, NOON)
    events = (
        replace(facts, contests=(made(facts, result=nobody),)),
        replace(
            facts,
            contests=(made(facts, result=cheated),),
            annulled=frozenset({(ContestId("match"), CHAMPION)}),
        ),
    )
    assert [[row.rank_from for row in title_match.standings(one, WORLD)] for one in events] == [[2, 2], [2, 2]]
    assert title_match.standings(facts, WORLD) == ()


# Game by game.


@pytest.mark.rule("AIJE-D03-1")
def test_ten_to_eight_ends_after_game_eighteen():
    series = after("01" * 8 + "0")
    assert series.turn == NextGame(18, 1)
    over = play_game(series, 0)
    assert (over.score, over.winner, over.turn) == ((10, 8), 0, None)
    with pytest.raises(ValueError, match="over"):
        play_game(over, 1)


@pytest.mark.rule("AIJE-D03-2")
@pytest.mark.parametrize("last", [0, 1])
def test_nine_all_brings_game_nineteen_with_the_colour_chosen_beforehand(last: int):
    series = after("01" * 9, Series(colours(19, 0, last)))
    assert series.turn == NextGame(19, last)
    assert play_game(series, 1).winner == 1


def test_ten_nil_ends_after_ten_games_and_the_result_says_so():
    over = after("0" * 10)
    assert over.turn is None
    assert result_of(over, NOON) == Result((10, 0), (0, 0), ResultKind.PLAYED, NOON)
    with pytest.raises(ValueError, match="not over"):
        result_of(after("0" * 9), NOON)


@pytest.mark.rule("AIJE-D03-5")
def test_an_annulled_game_is_played_again_with_the_same_colours():
    series = after("010")
    again = annul_game(series)
    assert (again.turn, again.score, len(again.games)) == (series.turn, series.score, 4)


@pytest.mark.rule("AIJE-D03-5")
def test_a_game_stopped_by_trouble_can_be_awarded():
    series = award_game(after("010"), 1)
    assert (series.score, series.turn) == ((2, 2), NextGame(5, 0))
    assert series.games[-1].decision is Decision.AWARDED


@pytest.mark.rule("AIJE-D03-5")
def test_a_game_on_record_can_be_annulled_or_awarded_and_later_games_stand():
    series = after("0000")
    fixed = decided_anew(series, 2, Decision.ANNULLED)
    assert (fixed.score, fixed.turn) == ((3, 0), NextGame(2, 1))
    assert play_game(fixed, 1).turn == NextGame(5, 0)
    assert decided_anew(series, 2, Decision.AWARDED, 1).score == (3, 1)


@pytest.mark.rule("AIJE-D03-5")
def test_annulling_a_game_of_a_finished_series_opens_it_again():
    assert decided_anew(after("0" * 10), 10, Decision.ANNULLED).turn == NextGame(10, 1)


@pytest.mark.parametrize(
    ("number", "decision", "winner"),
    [(9, Decision.ANNULLED, None), (1, Decision.AWARDED, None), (1, Decision.ANNULLED, 0)],
)
def test_a_decision_must_fit_a_game_on_record(number: int, decision: Decision, winner: int | None):
    with pytest.raises(ValueError):
        decided_anew(after("00"), number, decision, winner)


@pytest.mark.rule("GO-26.5")
@pytest.mark.parametrize(("best_of", "wins"), [(3, 2), (5, 3), (7, 4)])
def test_a_final_is_a_series_from_best_of_three_to_best_of_seven(best_of: int, wins: int):
    series = Series(colours(best_of, 1))
    assert series.schedule[:3] == (1, 0, 1)
    assert after("1" * (wins - 1), series).turn is not None
    assert after("1" * wins, series).winner == 1


def test_drawn_games_count_among_those_of_the_series():
    over = after("=0=1=", Series(colours(5, 0)))
    assert (over.turn, over.winner, over.draws, over.score) == (None, None, 3, (1, 1))


def test_a_series_has_an_odd_number_of_games():
    with pytest.raises(ValueError, match="odd"):
        colours(4, 0)


@given(st.lists(st.sampled_from("01"), max_size=19), st.integers(0, 1), st.integers(0, 1))
def test_a_series_ends_with_the_tenth_win_and_not_before(winners: list[str], first: int, last: int):
    series = Series(colours(19, first, last))
    for winner in winners:
        if series.turn is None:
            break
        assert max(series.score) < 10
        assert series.turn.first == series.schedule[len(series.games)]
        series = play_game(series, int(winner))
    assert (series.turn is None) == (max(series.score) == 10)
