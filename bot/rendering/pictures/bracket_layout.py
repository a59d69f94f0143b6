"""Where each place of a bracket stands, in pixels; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rendering.pictures.canvas import Box
from bot.rendering.pictures.look import HEAD_HEIGHT, MARGIN, PAGE_WIDTH
from bot.rendering.pictures.model import BracketPicture, Place

_ROUNDS_ON_ONE_SIDE = 4
"""A bracket of more rounds meets in the middle, which keeps it about as wide as a screen."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a bracket's parts, in pixels."""

    row: int
    pitch: int
    column: int
    gap: int
    name: int
    small: int
    radius: int
    line: int
    labels: int


PAGE = Measures(row=46, pitch=132, column=308, gap=52, name=27, small=24, radius=10, line=3, labels=44)
WHOLE = Measures(row=34, pitch=98, column=264, gap=44, name=21, small=18, radius=8, line=3, labels=44)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with its box; `feeds_left` where the winner goes on towards the left side of the picture."""

    place: Place
    box: Box
    feeds_left: bool = False

    @property
    def middle(self) -> int:
        """The height at which connectors arrive and leave."""
        return (self.box[1] + self.box[3]) // 2


@dataclass(frozen=True, slots=True)
class Label:
    """A round's name over its column, from `x`, at most `widest` pixels wide."""

    text: str
    x: int
    widest: int


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """The whole arrangement; `columns[round][place]` are the spots."""

    measures: Measures
    width: int
    height: int
    labels: tuple[Label, ...]
    columns: tuple[tuple[Spot, ...], ...]
    third_place: Spot | None


def _box(measures: Measures, x: int, middle: int, column: int) -> Box:
    return x, middle - measures.row, x + column, middle + measures.row


def _spots(
    picture: BracketPicture, measures: Measures, lefts: list[tuple[int, int]], top: int, column: int
) -> list[list[Spot]]:
    """The spots, given for each round the left edges of its column on the left and on the right side."""
    split = lefts[0][0] != lefts[0][1]
    spots: list[list[Spot]] = []
    for index, round_column in enumerate(picture.rounds):
        here: list[Spot] = []
        size = len(round_column.places)
        half = (size + 1) // 2 if split else size
        for position, place in enumerate(round_column.places):
            row = position % half if split else position
            if index == 0 or picture.loose:
                middle = top + measures.pitch * row + measures.pitch // 2
            else:
                feeders = spots[-1][2 * position : 2 * position + 2]
                middle = sum(spot.middle for spot in feeders) // len(feeders)
            right_side = position >= half
            here.append(Spot(place, _box(measures, lefts[index][right_side], middle, column), feeds_left=right_side))
        spots.append(here)
    return spots


def _third_spot(picture: BracketPicture, measures: Measures, final: Box, bottom: int) -> Spot | None:
    """Third place stands apart, below the final: at the bottom, but no further away than three places."""
    if picture.third_place is None:
        return None
    nearest = final[3] + measures.labels + measures.pitch - measures.row
    middle = max(nearest, min(bottom - measures.pitch // 2, final[3] + 3 * measures.pitch))
    return Spot(picture.third_place, _box(measures, final[0], middle, final[2] - final[0]))


def _label(text: str, x: int, column: int) -> Label:
    return Label(text, x, column)


def _lay_out(
    picture: BracketPicture, measures: Measures, lefts: list[tuple[int, int]], width: int, column: int
) -> BracketLayout:
    top = HEAD_HEIGHT + measures.labels
    spots = _spots(picture, measures, lefts, top, column)
    bottom = max(spot.middle for column_ in spots for spot in column_) + measures.pitch // 2
    third = _third_spot(picture, measures, spots[-1][-1].box, bottom)
    if third is not None:
        bottom = max(bottom, third.middle + measures.pitch // 2)
    pairs = zip(picture.rounds, lefts, strict=True)
    labels = tuple(_label(one.label, x, column) for one, sides in pairs for x in sorted(set(sides)))
    return BracketLayout(measures, width, bottom + MARGIN // 2, labels, tuple(map(tuple, spots)), third)


def page_layout(picture: BracketPicture) -> BracketLayout:
    """One page for the channel: as wide as Discord shows twice over, its columns sharing the width."""
    count = len(picture.rounds)
    if count == 1 and len(picture.rounds[0].places) == 1:
        return _last_page(picture)
    column = (PAGE_WIDTH - 2 * MARGIN - PAGE.gap * (max(count, 2) - 1)) // max(count, 2)
    lefts = [MARGIN + index * (column + PAGE.gap) for index in range(count)]
    return _lay_out(picture, PAGE, [(x, x) for x in lefts], PAGE_WIDTH, column)


def _last_page(picture: BracketPicture) -> BracketLayout:
    """The final on its own page, with third place at its side."""
    column = (PAGE_WIDTH - 2 * MARGIN - PAGE.gap) // 2
    left = MARGIN if picture.third_place is not None else (PAGE_WIDTH - column) // 2
    top = HEAD_HEIGHT + PAGE.labels
    middle = top + PAGE.pitch // 2
    final = Spot(picture.rounds[0].places[0], _box(PAGE, left, middle, column))
    third = None
    if picture.third_place is not None:
        third = Spot(picture.third_place, _box(PAGE, left + column + PAGE.gap, middle, column))
    labels = (_label(picture.rounds[0].label, left, column),)
    return BracketLayout(PAGE, PAGE_WIDTH, top + PAGE.pitch + MARGIN // 2, labels, ((final,),), third)


def whole_layout(picture: BracketPicture) -> BracketLayout:
    """All rounds in one picture; the halves of a big bracket meet in the middle."""
    count, step = len(picture.rounds), WHOLE.column + WHOLE.gap
    split = count > _ROUNDS_ON_ONE_SIDE
    columns = 2 * count - 1 if split else count
    width = max(PAGE_WIDTH, 2 * MARGIN + columns * step - WHOLE.gap)
    lefts = [MARGIN + index * step for index in range(count)]
    mirrored = [MARGIN + (columns - 1 - index) * step if split else x for index, x in enumerate(lefts)]
    return _lay_out(picture, WHOLE, list(zip(lefts, mirrored, strict=True)), width, WHOLE.column)
