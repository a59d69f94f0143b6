"""Where each place of a bracket stands, in pixels; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.rendering.pictures.canvas import Box
from bot.rendering.pictures.look import HEAD_HEIGHT, MARGIN, PAGE_WIDTH
from bot.rendering.pictures.model import BracketPicture, Place, RoundColumn

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
    """Words over a column or a bracket, from `x` on the line `base`, at most `widest` pixels wide."""

    text: str
    x: int
    base: int
    widest: int
    is_title: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A line from a place to the next one that its winner comes to."""

    start: Spot
    target: Spot
    around: int | None = None
    """Where the line goes upright beside both, on their right; None for half-way between them."""


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """The whole arrangement; `columns[round][place]` are the spots."""

    measures: Measures
    width: int
    height: int
    labels: tuple[Label, ...]
    columns: tuple[tuple[Spot, ...], ...]
    third_place: Spot | None
    ways: tuple[Way, ...] = ()
    last: Spot | None = None
    """The final, or the last of several."""


def box_at(measures: Measures, x: int, middle: int, column: int) -> Box:
    return x, middle - measures.row, x + column, middle + measures.row


def stand(
    rounds: Sequence[RoundColumn], measures: Measures, lefts: list[tuple[int, int]], top: int, column: int
) -> list[list[Spot]]:
    """The spots, given for each round the left edges of its column on the left and on the right side."""
    split = lefts[0][0] != lefts[0][1]
    spots: list[list[Spot]] = []
    for index, round_column in enumerate(rounds):
        size = len(round_column.places)
        half = (size + 1) // 2 if split else size
        middles = _middles(round_column, spots[-1] if spots else [], top + measures.pitch // 2, measures.pitch, half)
        here = []
        for number, (place, middle) in enumerate(zip(round_column.places, middles, strict=True)):
            on_the_right = number >= half
            box = box_at(measures, lefts[index][on_the_right], middle, column)
            here.append(Spot(place, box, feeds_left=on_the_right))
        spots.append(here)
    return spots


def _middles(column: RoundColumn, before: list[Spot], first: int, pitch: int, half: int) -> list[int]:
    """The height of each place: between those that lead to it, or below one another where none does."""
    if not before:
        return [first + pitch * (place % half) for place in range(len(column.places))]
    wanted = [_between(column.feeders(place, len(before)), before) for place in range(len(column.places))]
    return [one or first for one in wanted] if column.feeds is None else _apart(wanted, first, pitch)


def _between(feeders: Sequence[int], before: Sequence[Spot]) -> int | None:
    """Half-way between the places that lead there; None where none does."""
    return sum(before[one].middle for one in feeders) // len(feeders) if feeders else None


def _apart(wanted: Sequence[int | None], first: int, pitch: int) -> list[int]:
    """As near as can be to where each is wanted, none closer than `pitch` to another; the last ones have no wish."""
    middles, free = [first] * len(wanted), first
    for place in sorted(range(len(wanted)), key=lambda place: (wanted[place] is None, wanted[place] or 0, place)):
        middles[place] = max(free, wanted[place] or free)
        free = middles[place] + pitch
    return middles


def ways_between(rounds: Sequence[RoundColumn], spots: Sequence[Sequence[Spot]]) -> Iterator[Way]:
    """A line for each place that leads to one of the next round."""
    for (before, after), column in zip(pairwise(spots), rounds[1:], strict=True):
        for place, target in enumerate(after):
            yield from (Way(before[one], target) for one in column.feeders(place, len(before)))


def _third_spot(picture: BracketPicture, measures: Measures, final: Box, bottom: int) -> Spot | None:
    """Third place stands apart, below the final: at the bottom, but no further away than three places."""
    if picture.third_place is None:
        return None
    nearest = final[3] + measures.labels + measures.pitch - measures.row
    middle = max(nearest, min(bottom - measures.pitch // 2, final[3] + 3 * measures.pitch))
    return Spot(picture.third_place, box_at(measures, final[0], middle, final[2] - final[0]))


def labels_over(
    rounds: Sequence[RoundColumn], lefts: Sequence[tuple[int, int]], top: int, column: int
) -> tuple[Label, ...]:
    """The name of each round over its column, on both sides where it stands on both."""
    pairs = zip(rounds, lefts, strict=True)
    return tuple(Label(one.label, x, top - 12, column) for one, sides in pairs for x in sorted(set(sides)))


def _lay_out(
    picture: BracketPicture, measures: Measures, lefts: list[tuple[int, int]], width: int, column: int
) -> BracketLayout:
    top = HEAD_HEIGHT + measures.labels
    spots = stand(picture.rounds, measures, lefts, top, column)
    bottom = max(spot.middle for column_ in spots for spot in column_) + measures.pitch // 2
    third = _third_spot(picture, measures, spots[-1][-1].box, bottom)
    if third is not None:
        bottom = max(bottom, third.middle + measures.pitch // 2)
    labels = labels_over(picture.rounds, lefts, top, column)
    ways, columns = tuple(ways_between(picture.rounds, spots)), tuple(map(tuple, spots))
    return BracketLayout(measures, width, bottom + MARGIN // 2, labels, columns, third, ways, spots[-1][0])


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
    final = Spot(picture.rounds[0].places[0], box_at(PAGE, left, middle, column))
    third = None
    if picture.third_place is not None:
        third = Spot(picture.third_place, box_at(PAGE, left + column + PAGE.gap, middle, column))
    labels = labels_over(picture.rounds, [(left, left)], top, column)
    return BracketLayout(PAGE, PAGE_WIDTH, top + PAGE.pitch + MARGIN // 2, labels, ((final,),), third, (), final)


def whole_layout(picture: BracketPicture) -> BracketLayout:
    """All rounds in one picture; the halves of a big bracket meet in the middle."""
    count, step = len(picture.rounds), WHOLE.column + WHOLE.gap
    split = count > _ROUNDS_ON_ONE_SIDE
    columns = 2 * count - 1 if split else count
    width = max(PAGE_WIDTH, 2 * MARGIN + columns * step - WHOLE.gap)
    lefts = [MARGIN + index * step for index in range(count)]
    mirrored = [MARGIN + (columns - 1 - index) * step if split else x for index, x in enumerate(lefts)]
    return _lay_out(picture, WHOLE, list(zip(lefts, mirrored, strict=True)), width, WHOLE.column)
