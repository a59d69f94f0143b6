"""The race of an arena: what each leader had when, worked out from the results alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.arena.model import race
from bot.kernel.ids import EntrantId
from bot.play.formats.arena import tallies
from tests.play.arenas import ARENA, BEGAN, END, at, game, played, starters

FIELD = starters(1800, 1700, 1600)
A, B, C = (one.entrant_id for one in FIELD)


def course(*games: object, of: EntrantId = A) -> list[tuple[float, int]]:
    found = race(played(FIELD, *games), ARENA, [A, B, C])  # type: ignore[arg-type]
    assert found is not None
    (racer,) = (one for one in found.racers if one.entrant_id == of)
    return [((moment - BEGAN).total_seconds() / 60, int(points)) for moment, points in racer.climbs]


@pytest.mark.rule("ARENA-1")
def test_a_line_climbs_by_what_each_game_gave_and_twice_as_much_with_the_flame() -> None:
    assert course(*(game(n, "ab", "1-0", at(5 * n)) for n in range(1, 5))) == [(5, 2), (10, 4), (15, 8), (20, 12)]


@pytest.mark.rule("ARENA-6")
def test_a_game_that_gives_nothing_leaves_the_line_level() -> None:
    assert course(game(1, "ab", "0-1", at(4)), game(2, "ab", "draw 3", at(6)), game(3, "ab", "1-0", at(9))) == [(9, 2)]


def test_a_game_that_was_told_late_counts_by_its_place_and_shows_when_it_was_told() -> None:
    disputed = game(1, "ab", "1-0", at(30))
    others = (game(2, "ac", "1-0", at(10)), game(3, "ab", "1-0", at(20)))
    assert course(disputed, *others) == [(10, 2), (20, 6), (30, 8)]


@pytest.mark.rule("ARENA-4")
def test_the_race_ends_where_the_points_of_the_table_end() -> None:
    games = [game(n, ("ab", "bc", "ca")[n % 3], ("1-0", "0-1", "draw 40")[n % 2], at(3 * n)) for n in range(1, 22)]
    facts = replace(played(FIELD, *games), now=END)
    found = race(facts, ARENA, [A, B, C])
    assert found is not None
    assert found.is_over
    known = tallies(facts, ARENA)
    for one in found.racers:
        assert one.points == known[one.entrant_id].points
        assert one.points_at(END) == one.points
        assert one.climbs[-1][1] == one.points
    assert sum(len(one.climbs) for one in found.racers) > 12


def test_there_is_no_race_before_anybody_has_a_point() -> None:
    assert race(played(FIELD), ARENA, [A, B]) is None
    assert race(played(FIELD, game(1, "ab", "draw 3", at(4))), ARENA, [A, B]) is None
    assert race(replace(played(FIELD, game(1, "ab", "1-0")), began_at=None), ARENA, [A]) is None


def test_the_lines_go_no_further_than_the_moment_that_is_asked_about() -> None:
    facts = replace(played(FIELD, game(1, "ab", "1-0", at(10))), now=at(15))
    found = race(facts, ARENA, [A])
    assert found is not None
    assert (found.until, found.is_over) == (0.25, False)
    assert [found.share(moment) for moment in (at(-5), at(30), at(90))] == [0, 0.5, 1]
    assert [int(found.racers[0].points_at(at(minute))) for minute in (9, 10, 59)] == [0, 2, 2]
