"""Arenas: the worked examples, tried on what counts their games."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from bot.kernel.ids import EntrantId
from bot.play.formats.arena import ArenaGame, ArenaOutcome, counts, tally
from bot.rulebooks.library import preset
from tests.play.arenas import END, game
from tests.play.crosstables import LOSS, WIN, event, match, rulebook, values
from tests.rules.written import Facts, examples

ARENA = preset("arena")
ENDED = {"W": ArenaOutcome.WON, "D": ArenaOutcome.DRAWN, "L": ArenaOutcome.LOST}
USUAL_DRAW = 20


def points(told: Facts) -> Fraction:
    """What a player has after these games."""
    lengths = iter(told.get("moves", [USUAL_DRAW] * len(told["games"])))
    games = [ArenaGame(ENDED[one], EntrantId("x"), next(lengths) if one == "D" else None) for one in told["games"]]
    assert ARENA.arena is not None
    assert ARENA.scoring is not None
    return tally(games, ARENA.arena, ARENA.scoring).points


@pytest.mark.parametrize("told", [*examples("ARENA-1"), *examples("ARENA-6"), *examples("ARENA-7")])
def test_games_of_an_arena_are_worth_what_the_text_says(told: Facts) -> None:
    assert points(told) == told["points"]


@pytest.mark.parametrize("told", examples("ARENA-2"))
def test_performance_separates_who_is_level(told: Facts) -> None:
    endings = [WIN] * told["wins"] + [LOSS] * told["losses"]
    endings += [(0, 0)] * (len(told["opponents"]) - len(endings))
    names = "BCDEF"[: len(endings)]
    contests = [match(number, f"A{names[number - 1]}", one) for number, one in enumerate(endings, start=1)]
    rated = {name: {"rating": float(rating)} for name, rating in zip(names, told["opponents"], strict=True)}
    found = values(event(f"A{names}", *contests, **rated), rulebook("performance_arena"), "performance_arena")["A"]
    assert found is not None
    assert float(found) == pytest.approx(told["performance"], abs=0.005)


@pytest.mark.parametrize("told", examples("ARENA-4"))
def test_what_was_reported_before_the_end_counts(told: Facts) -> None:
    assert counts(game(1, "ab", "1-0", END + timedelta(seconds=told["seconds"])), END) is told["counts"]
