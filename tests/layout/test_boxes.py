"""Nothing that is drawn overlaps: no words over others, none over an edge, none under what is drawn later."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.layout import event_pictures
from bot.layout.bracket_layout import Spot, bracket_pages
from bot.layout.canvas import TOP_CORNERS
from bot.layout.event_pictures import _BracketPainter, draw_bracket, draw_whole
from bot.layout.picture_model import (
    BracketLabels,
    BracketPicture,
    DrawnPlace,
    DrawnPlaceState,
    FinalPlace,
    LowerBracket,
    RoundColumn,
    Slot,
)
from bot.layout.typesetting import Weight, set_line
from tests.layout import gallery
from tests.layout.boxes import faults

NAMES = st.sampled_from([*gallery.NAMES, *gallery.TOLD_APART, "Zé", "Joaquim (joaquim.da.silva.1990)"])
LABEL = st.sampled_from(["Final", "Preliminary round", "Zwischenrunde der letzten Zweiunddreißig", "決勝"])


@pytest.mark.parametrize("kind", gallery.KINDS)
def test_nothing_overlaps_in_any_kind_of_picture(kind: str) -> None:
    assert faults(lambda: gallery.draw(f"{kind}.dark")) == []


@st.composite
def places(draw: st.DrawFn) -> DrawnPlace:
    """A place in any state, its sides known or not."""
    state = draw(st.sampled_from(DrawnPlaceState))
    note = draw(st.sampled_from([None, "among the highest rated", "by lot"]))
    decided = state in (DrawnPlaceState.DONE, DrawnPlaceState.WALKOVER)
    ahead = draw(st.sampled_from([0, 1, 2])) if decided else 2
    sides = []
    for side in (0, 1):
        name = draw(NAMES if decided or state is DrawnPlaceState.PLAYING else st.none() | NAMES)
        expected = draw(st.sampled_from([None, "↓ Preliminary", "from part 12"])) if name is None else None
        seed = draw(st.sampled_from([None, "↓1", "16"]))
        score = draw(st.sampled_from(["0", "5", "12½"])) if decided else None
        sides.append(Slot(name, expected, seed, score, won=side == ahead, out=decided and side != ahead))
    if state is DrawnPlaceState.BYE:
        return DrawnPlace(replace(sides[0], name=draw(NAMES), won=True), Slot(), state, note)
    return DrawnPlace(sides[0], sides[1], state, note)


@st.composite
def brackets(draw: st.DrawFn) -> BracketPicture:
    """A tree of up to sixty-four entrants, in any state."""
    sizes = [1 << number for number in reversed(range(draw(st.integers(1, 6))))]
    some = draw(st.lists(places(), min_size=4, max_size=8))
    rounds = tuple(RoundColumn(draw(LABEL), tuple(draw(st.sampled_from(some)) for _ in range(size))) for size in sizes)
    third = draw(st.none() | places())
    labels = BracketLabels("descanso", "incomp.", "en juego", "Tercer puesto", "de la parte {n}")
    return BracketPicture(draw(NAMES), draw(NAMES), rounds, third, labels)


@given(brackets())
def test_nothing_overlaps_on_any_page_of_a_bracket(picture: BracketPicture) -> None:
    pages = bracket_pages(picture)
    for page in {pages[0]: None, pages[-1]: None}:
        assert faults(partial(draw_bracket.__wrapped__, page)) == []


@given(brackets())
def test_nothing_overlaps_in_a_bracket_in_one_piece(picture: BracketPicture) -> None:
    assert faults(partial(draw_whole.__wrapped__, replace(picture, rounds=picture.rounds[-5:]))) == []


@given(st.lists(places(), min_size=6, max_size=6), st.integers(1, 3), st.integers(1, 3), LABEL)
def test_nothing_overlaps_where_there_are_several_lives(
    some: list[DrawnPlace], main: int, lower: int, label: str
) -> None:
    rounds = tuple(RoundColumn(label, tuple(some[:1]) * (1 << size)) for size in reversed(range(main)))
    below = tuple(RoundColumn(label, (some[1],), feeds=((0,),) if number else None) for number in range(lower))
    picture = BracketPicture(
        "Cup",
        "",
        rounds,
        None,
        gallery.LABELS,
        rounds_title="Main bracket",
        below=(LowerBracket("Lower bracket", below),),
        finals=(FinalPlace(label, some[2], (0, 1)), FinalPlace(label, some[3])),
        legend="↓ came down",
    )
    assert faults(partial(draw_bracket.__wrapped__, picture)) == []


def old_tab(painter: _BracketPainter, spot: Spot) -> None:
    """The word for "in play" as it was once drawn: on a tab over the place's upper edge."""
    line = set_line("now playing", 24, Weight.SEMIBOLD)
    right, bottom = spot.box[2] - 14, spot.box[1] - 3
    box = (right - round(line.width) - 24, bottom - 30, right, bottom)
    painter._canvas.panel(box, 10, painter._look.accent, painter._look.ground, TOP_CORNERS)
    painter._canvas.text(box[0] + 12, bottom - 5, line, painter._look.on_accent, painter._look.accent)


@pytest.mark.plants
def test_the_tab_that_covered_the_headings_of_a_first_round_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    place = _BracketPainter._place

    def with_tab(painter: _BracketPainter, spot: Spot, *, crowned: bool) -> None:
        place(painter, spot, crowned=crowned)
        if spot.place.state is DrawnPlaceState.PLAYING:
            old_tab(painter, spot)

    monkeypatch.setattr(event_pictures._BracketPainter, "_place", with_tab)
    first = replace(gallery.SIXTEEN.rounds[0], places=gallery.sixteen(DrawnPlaceState.PLAYING))
    picture = replace(gallery.SIXTEEN, rounds=(first, *gallery.SIXTEEN.rounds[1:]))
    found = faults(lambda: draw_bracket.__wrapped__(picture))
    assert any("covers 'Preliminary round'" in one for one in found)


@pytest.mark.plants
def test_a_note_below_its_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        _BracketPainter,
        "_words_in",
        lambda painter, box, words, behind: painter._canvas.text(
            box[0] + 4, box[3] + 28, set_line(words, 24), painter._look.quiet, painter._look.ground
        ),
    )
    assert faults(lambda: draw_bracket.__wrapped__(gallery.SIXTEEN))
