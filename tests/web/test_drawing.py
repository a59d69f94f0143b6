"""Brackets as geometry: no box over another, every place once, lines from each place to the one that it leads to."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.pages.public_model import (
    MatchProgress,
    PublicBracket,
    PublicBranch,
    PublicColumn,
    PublicFinal,
    PublicPlace,
    PublicSide,
)
from tests.web import samples
from tools import page_pictures
from web.curves import draw_curve, draw_race
from web.drawing import BracketPicture, DrawnBox, draw_bracket, ems, end_of, fitted, places_of

LAPTOP = 1366
MARGINS = 2 * 26
OPEN = PublicPlace("", (PublicSide("", ""), PublicSide("", "")), MatchProgress.WAITING)


def brackets() -> dict[str, PublicBracket]:
    found = {name: make().bracket for name, make in samples.EVENTS.items()}
    sizes = {f"of {size}": samples.knockout(size, 1).bracket for size in (2, 4, 8, 32, 128)}
    return {name: one for name, one in (found | sizes).items() if one is not None}


BRACKETS = brackets()


def overlap(one: DrawnBox, other: DrawnBox) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def drawn(name: str) -> BracketPicture:
    return draw_bracket(BRACKETS[name])


@pytest.mark.parametrize("name", [name for name in BRACKETS if "256" not in name and "128" not in name])
def test_no_place_of_a_bracket_stands_over_another(name: str) -> None:
    assert [pair for pair in combinations(drawn(name).boxes, 2) if overlap(*pair)] == []


@st.composite
def trees(draw: st.DrawFn) -> PublicBracket:
    """A tree of any shape, in which a place may be led to by two others, one or none; with a third place or not."""
    many = draw(st.integers(1, 7))
    columns: list[PublicColumn] = []
    size = 1
    for number in range(many):
        is_first = number == many - 1
        counts = [0 if is_first else draw(st.sampled_from([0, 1, 2, 2, 2])) for _ in range(size)]
        if not is_first and not any(counts):
            counts[0] = 2
        begun = [sum(counts[:one]) for one in range(size)]
        feeders = tuple(tuple(range(start, start + count)) for start, count in zip(begun, counts, strict=True))
        columns.insert(0, PublicColumn("Round", tuple(OPEN for _ in range(size)), feeders))
        size = sum(counts)
    third = PublicFinal("Third place", OPEN) if draw(st.booleans()) else None
    return PublicBracket((PublicBranch("", tuple(columns)),), third=third)


@settings(max_examples=60, deadline=None)
@given(trees())
def test_in_a_tree_of_any_shape_no_place_stands_over_another(bracket: PublicBracket) -> None:
    drawing = draw_bracket(bracket)
    assert [pair for pair in combinations(drawing.boxes, 2) if overlap(*pair)] == []
    assert len(drawing.boxes) == len(list(places_of(bracket)))
    spots = [(word.x, word.y) for word in drawing.words]
    assert len(set(spots)) == len(spots)
    inside = [
        one
        for one in drawing.words
        for each in drawing.boxes
        if each.x <= one.x < each.x + each.width and each.y < one.y < each.y + each.height
    ]
    assert inside == []


def test_a_box_that_stands_over_another_is_found() -> None:
    box = drawn("knockout_16").boxes[0]
    assert overlap(box, box)


@pytest.mark.parametrize("name", BRACKETS)
def test_every_place_is_drawn_once_and_inside(name: str) -> None:
    drawing = drawn(name)
    assert len(drawing.boxes) == len(list(places_of(BRACKETS[name])))
    for box in drawing.boxes:
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= drawing.width
        assert box.y + box.height <= drawing.height


@pytest.mark.parametrize("name", BRACKETS)
def test_a_line_leaves_every_place_whose_winner_goes_on(name: str) -> None:
    bracket, drawing = BRACKETS[name], drawn(name)
    lines = sum(ways.count("M") for ways in (drawing.waiting, drawing.gone, drawing.crowned))
    fed = sum(len(feeders) for branch in bracket.branches for column in branch.columns for feeders in column.feeders)
    finals = sum(len(final.branches) for final in bracket.finals) + max(len(bracket.finals) - 1, 0)
    assert lines == fed + finals


@pytest.mark.parametrize("name", ["knockout_64", "finished_64", "knockout_256"])
def test_a_bracket_is_no_wider_than_a_laptop(name: str) -> None:
    assert drawn(name).width <= LAPTOP - MARGINS


def test_sixty_four_players_stand_on_one_screen_below_one_another() -> None:
    assert drawn("knockout_64").height < 768


def test_sixty_four_players_have_room_for_their_names() -> None:
    bracket = page_pictures.shots()["bracket"].event.bracket
    assert bracket is not None
    assert [one.whole for one in draw_bracket(bracket).boxes if one.whole] == []


def test_the_final_of_sixty_four_stands_in_the_middle_over_the_semi_finals() -> None:
    drawing = drawn("finished_64")
    final = next(one for one in drawing.boxes if "z" in one.kind.split())
    rows = [(one.x, one.y) for one in drawing.boxes if one.sizes.style == "k"]
    middle = [y for x, y in rows if abs(x + 75 - drawing.width / 2) < 100]
    assert len(middle) == 6
    assert sorted(middle)[1] < final.y < sorted(middle)[2]
    assert abs(final.x + final.width / 2 - drawing.width / 2) <= 2


def test_the_way_of_the_winner_is_told_apart() -> None:
    drawing = drawn("finished_16")
    assert drawing.crowned.count("M") == 3
    assert sum("c" in side.kind.split() for box in drawing.boxes for side in box.sides) == 4
    assert drawn("knockout_16").crowned == ""


def test_what_is_played_now_has_its_mark() -> None:
    drawing = drawn("knockout_64")
    assert drawing.is_in_play
    assert drawing.is_on_stream
    assert not drawn("finished_64").is_in_play


def test_the_end_of_a_long_bracket_begins_where_64_players_are_left() -> None:
    whole = BRACKETS["knockout_256"]
    end = end_of(whole)
    assert end is not None
    assert [len(column.places) for column in end.branches[0].columns] == [32, 16, 8, 4, 2, 1]
    assert end_of(BRACKETS["knockout_64"]) == BRACKETS["knockout_64"]


@given(st.text(max_size=60), st.floats(3, 30))
def test_a_name_is_cut_to_its_room(name: str, room: float) -> None:
    cut = fitted(name, room)
    assert ems(cut) <= room
    assert cut == name or cut.endswith("…")


def test_lines_of_a_race_end_inside_each_with_a_mark_of_its_own() -> None:
    race = samples.arena().race
    assert race is not None
    drawing = draw_race(race)
    assert [one.number for one in drawing.courses] == list(range(5))
    assert all(0 < one.y <= drawing.bottom and one.x <= drawing.right < drawing.width for one in drawing.courses)


def test_a_curve_wants_two_lists() -> None:
    curve = samples.player().curve
    assert draw_curve(curve[:1]) is None
    drawing = draw_curve(curve)
    assert drawing is not None
    assert len(drawing.across) >= 3
