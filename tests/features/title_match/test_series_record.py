"""A match that is told game by game, worked out again from its record."""

from __future__ import annotations

import pytest

from bot.play.contests import Score
from bot.play.title_games import Decision, Series, colours, replay

NINETEEN = Series(colours(19, 0, 1))


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D03-1")
@pytest.mark.parametrize(
    ("walkover", "score", "over"),
    [
        ((0, 0), (0, 0), False),
        ((3, 0), (3, 0), False),
        ((5, 9), (5, 9), False),
        ((10, 5), (10, 5), True),
        ((9, 10), (9, 10), True),
    ],
)
def test_games_lost_by_absence_are_given_to_whoever_was_there(walkover: Score, score: Score, over: bool) -> None:
    series = replay(NINETEEN, walkover, ())
    assert (series.score, series.turn is None) == (score, over)
    assert all(game.decision is Decision.AWARDED for game in series.games)


@pytest.mark.rule("AIJE-D01-5.4")
def test_where_both_sides_stayed_away_for_the_whole_match_no_game_is_given_before_an_arbiter_decides() -> None:
    assert replay(NINETEEN, (10, 10), ()) == NINETEEN
