"""Where each place of a bracket stands, in pixels; nothing is drawn here.

A bracket cut into pages that can be read in a channel: up to sixteen players are one.

Where each place of a knock-out with more lives than one stands: its brackets below one another, and the finals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from bot.layout.picture_model import (
    HEAD_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    Box,
    BracketPicture,
    DrawnPlace,
    DrawnPlaceState,
    RoundColumn,
    Slot,
)

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


PAGE = Measures(row=44, pitch=114, column=308, gap=44, name=27, small=24, radius=10, line=3, labels=44)
CLOSE = Measures(row=33, pitch=80, column=236, gap=28, name=24, small=24, radius=8, line=3, labels=40)
"""Of a page with eight places below one another, or with four rounds."""
WHOLE = Measures(row=33, pitch=80, column=264, gap=44, name=21, small=18, radius=8, line=3, labels=44)
_LEGEND = 38
"""The height of a line below the bracket that says what a mark means."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with its box; `feeds_left` where the winner goes on towards the left side of the picture."""

    place: DrawnPlace
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
    is_key: bool = False
    """Whether it says what the mark of a place in play means, and has that mark before it."""


@dataclass(frozen=True, slots=True)
class Connector:
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
    ways: tuple[Connector, ...] = ()
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
    return sum(before[feeder].middle for feeder in feeders) // len(feeders) if feeders else None


def _apart(wanted: Sequence[int | None], first: int, pitch: int) -> list[int]:
    """As near as can be to where each is wanted, none closer than `pitch` to another; the last ones have no wish."""
    middles, free = [first] * len(wanted), first
    for place in sorted(range(len(wanted)), key=lambda place: (wanted[place] is None, wanted[place] or 0, place)):
        middles[place] = max(free, wanted[place] or free)
        free = middles[place] + pitch
    return middles


def ways_between(rounds: Sequence[RoundColumn], spots: Sequence[Sequence[Spot]]) -> Iterator[Connector]:
    """A line for each place that leads to one of the next round."""
    for (before, after), column in zip(pairwise(spots), rounds[1:], strict=True):
        for place, target in enumerate(after):
            yield from (Connector(before[feeder], target) for feeder in column.feeders(place, len(before)))


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
    labels = labels_over(picture.rounds, lefts, top, column) + _third_label(picture, third)
    labels, bottom = _with_legends(picture, labels, bottom, width)
    ways, columns = tuple(ways_between(picture.rounds, spots)), tuple(map(tuple, spots))
    return BracketLayout(measures, width, bottom + MARGIN // 2, labels, columns, third, ways, spots[-1][0])


def _third_label(picture: BracketPicture, third: Spot | None) -> tuple[Label, ...]:
    """The name of the match for third place, over it."""
    if third is None:
        return ()
    left, top, right, _ = third.box
    return (Label(picture.labels.third_place, left, top - 12, right - left),)


def _with_legends(
    picture: BracketPicture, labels: tuple[Label, ...], bottom: int, width: int
) -> tuple[tuple[Label, ...], int]:
    """The labels with a line for each mark that wants one, and how far down all reaches then."""
    told = [(picture.legend, False)] if picture.legend else []
    told += [(picture.labels.playing, True)] if _is_in_play(picture) else []
    lines = (
        Label(text, MARGIN, bottom + number * _LEGEND - 10, width - 2 * MARGIN, is_key=is_key)
        for number, (text, is_key) in enumerate(told, 1)
    )
    return (*labels, *lines), bottom + len(told) * _LEGEND


def _is_in_play(picture: BracketPicture) -> bool:
    columns = (*picture.rounds, *(column for lower in picture.below for column in lower.rounds))
    places = [place for column in columns for place in column.places] + [final.place for final in picture.finals]
    places += [picture.third_place] if picture.third_place is not None else []
    return any(place.state is DrawnPlaceState.PLAYING for place in places)


def page_layout(picture: BracketPicture) -> BracketLayout:
    """One page for the channel: as wide as Discord shows twice over, its columns sharing the width."""
    count, tallest = len(picture.rounds), max(len(column.places) for column in picture.rounds)
    if count == 1 and tallest == 1:
        return _last_page(picture)
    measures = PAGE if count < COLUMNS_ON_A_PAGE and tallest <= _PLACES_APART else CLOSE
    column = (PAGE_WIDTH - 2 * MARGIN - measures.gap * (max(count, 2) - 1)) // max(count, 2)
    lefts = [MARGIN + index * (column + measures.gap) for index in range(count)]
    return _lay_out(picture, measures, [(x, x) for x in lefts], PAGE_WIDTH, column)


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
    labels = labels_over(picture.rounds, [(left, left)], top, column) + _third_label(picture, third)
    labels, bottom = _with_legends(picture, labels, top + PAGE.pitch, PAGE_WIDTH)
    return BracketLayout(PAGE, PAGE_WIDTH, bottom + MARGIN // 2, labels, ((final,),), third, (), final)


def whole_layout(picture: BracketPicture) -> BracketLayout:
    """All rounds in one picture; the halves of a big bracket meet in the middle."""
    count, step = len(picture.rounds), WHOLE.column + WHOLE.gap
    split = count > _ROUNDS_ON_ONE_SIDE
    columns = 2 * count - 1 if split else count
    width = max(PAGE_WIDTH, 2 * MARGIN + columns * step - WHOLE.gap)
    lefts = [MARGIN + index * step for index in range(count)]
    mirrored = [MARGIN + (columns - 1 - index) * step if split else x for index, x in enumerate(lefts)]
    return _lay_out(picture, WHOLE, list(zip(lefts, mirrored, strict=True)), width, WHOLE.column)


ROUNDS_ON_A_PAGE = 4
PLACES_ON_A_PAGE = 8
"""Below one another: sixteen players at the left edge of a page."""
COLUMNS_ON_A_PAGE = 4
"""So many columns are legible at the width of a channel."""
_PLACES_APART = 4
"""So many places below one another have room for larger letters."""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """What a page shows of a tree: some rounds, counted from the first that is drawn, and so many of their places."""

    rounds: range
    number: int
    """Which of the sections of these rounds it is, from above."""
    places: int
    """Of its first round."""

    def places_of(self, number: int) -> range:
        """The places of one of its rounds, by their numbers in the whole round."""
        size = self.places >> (number - self.rounds.start)
        return range(self.number * size, (self.number + 1) * size)


def sections(sizes: Sequence[int]) -> Iterator[BracketPart]:
    """Cuts a tree, of whose rounds the numbers of places are given, so that no final is left on a page alone."""
    first = 0
    while first < len(sizes):
        left = len(sizes) - first
        rounds = range(first, first + min(left, ROUNDS_ON_A_PAGE - (left == ROUNDS_ON_A_PAGE + 1)))
        places = min(sizes[first], PLACES_ON_A_PAGE)
        yield from (BracketPart(rounds, number, places) for number in range(sizes[first] // places))
        first = rounds.stop


def bracket_pages(picture: BracketPicture) -> tuple[BracketPicture, ...]:
    """Pages of at most 16 players by 4 rounds, which show every place exactly once, from the first round to the final.

    No line leaves a page but those of its last round's winners, who are awaited on a later one as from that page.
    """
    cuts = list(sections([len(column.places) for column in picture.rounds]))
    pages = [replace(picture, rounds=_columns(picture, cuts, cut), third_place=None, has_final=False) for cut in cuts]
    pages[-1] = replace(pages[-1], third_place=picture.third_place, has_final=picture.has_final)
    if len(pages) == 1:
        return tuple(pages)
    return tuple(replace(page, page=(number, len(pages))) for number, page in enumerate(pages, 1))


def _columns(picture: BracketPicture, cuts: Sequence[BracketPart], cut: BracketPart) -> tuple[RoundColumn, ...]:
    columns: list[RoundColumn] = []
    for number in cut.rounds:
        column, here = picture.rounds[number], cut.places_of(number)
        columns.append(replace(column, places=column.places[here.start : here.stop], first=column.first + here.start))
    before = [(page, one) for page, one in enumerate(cuts, 1) if one.rounds.stop == cut.rounds.start]
    if before and picture.labels.from_part:
        numbered = enumerate(columns[0].places, cut.places_of(cut.rounds.start).start)
        awaited = tuple(_awaited(place, number, before, picture) for number, place in numbered)
        columns[0] = replace(columns[0], places=awaited)
    return tuple(columns)


def _awaited(
    place: DrawnPlace, number: int, before: Sequence[tuple[int, BracketPart]], picture: BracketPicture
) -> DrawnPlace:
    """The place; a side that is open says from which page it will be filled."""
    last = before[0][1].rounds.stop - 1

    def awaiting(slot: Slot, feeder: int) -> Slot:
        page = next(page for page, one in before if feeder in one.places_of(last))
        return slot if slot.name or slot.expected else replace(slot, expected=picture.labels.from_part.format(n=page))

    return replace(place, top=awaiting(place.top, 2 * number), bottom=awaiting(place.bottom, 2 * number + 1))


def columns_of(picture: BracketPicture) -> int:
    """How many columns stand beside one another where finals end several brackets.

    They stand right of the unbeaten, or over the last column of a longer bracket below, where nothing else stands.
    """
    return max(len(picture.rounds), *(len(one.rounds) - 1 for one in picture.below), 1) + 1


_PAGE: Final = Measures(row=38, pitch=96, column=0, gap=36, name=25, small=24, radius=10, line=3, labels=44)
_TITLE: Final = 52
_BESIDE: Final = 14
"""How far beside the last column a line goes upright, and how far from the next one."""


def lives_layout(picture: BracketPicture) -> BracketLayout:
    """Everything in one picture: legible at half its width where the columns are few, else as wide as it needs."""
    count = columns_of(picture)
    measures, column = WHOLE, WHOLE.column
    if count <= COLUMNS_ON_A_PAGE:
        measures, count = _PAGE, max(count, 3)
        column = (PAGE_WIDTH - 2 * MARGIN - measures.gap * (count - 1)) // count
    width = 2 * MARGIN + count * (column + measures.gap) - measures.gap
    laid = _Laying(picture, measures, column)
    laid.lay()
    width = max(width, PAGE_WIDTH)
    labels, bottom = _with_legends(picture, tuple(laid.labels), laid.bottom, width)
    return BracketLayout(
        measures,
        width,
        bottom + MARGIN // 2,
        labels,
        tuple(tuple(one) for bracket in laid.brackets for one in bracket) + tuple((final,) for final in laid.finals),
        None,
        tuple(laid.ways),
        laid.finals[-1],
    )


@dataclass(slots=True)
class _Laying:
    """The picture as it grows downwards."""

    picture: BracketPicture
    measures: Measures
    column: int
    bottom: int = HEAD_HEIGHT
    labels: list[Label] = field(default_factory=list)
    brackets: list[list[list[Spot]]] = field(default_factory=list)
    finals: list[Spot] = field(default_factory=list)
    ways: list[Connector] = field(default_factory=list)

    def lay(self) -> None:
        """The unbeaten, the finals at their height, the brackets below, and the lines between all of them."""
        self._bracket(self.picture.rounds_title, self.picture.rounds)
        self._finals()
        for one in self.picture.below:
            self._bracket(one.title, one.rounds)
        self.ways += self._to_finals()

    def _bracket(self, title: str, rounds: Sequence[RoundColumn]) -> None:
        top = self.bottom
        if title:
            self.labels.append(Label(title, MARGIN, top + _TITLE - 14, self._right() - MARGIN, is_title=True))
            top += _TITLE
        lefts = [(self._x_of(number), self._x_of(number)) for number in range(len(rounds))]
        top += self.measures.labels
        self.labels += labels_over(rounds, lefts, top, self.column)
        spots = stand(rounds, self.measures, lefts, top, self.column)
        self.ways += ways_between(rounds, spots)
        self.brackets.append(spots)
        self._reach(one.middle for column in spots for one in column)

    def _finals(self) -> None:
        x, middle = self._x_of(columns_of(self.picture) - 1), self.brackets[0][-1][0].middle
        for number, one in enumerate(self.picture.finals):
            middle += (self.measures.pitch + self.measures.labels) * (number > 0)
            box = box_at(self.measures, x, middle, self.column)
            self.labels.append(Label(one.label, x, box[1] - 12, self.column - self.measures.row // 2))
            self.finals.append(Spot(one.place, box))
        self._reach(final.middle for final in self.finals)

    def _to_finals(self) -> Iterator[Connector]:
        """From the unbeaten straight ahead, from each bracket below around on the right, and from final to final."""
        for number, (spot, final) in enumerate(zip(self.finals, self.picture.finals, strict=True)):
            if number:
                yield Connector(self.finals[number - 1], spot)
            for bracket in final.brackets:
                last = self.brackets[bracket][-1][0] if self.brackets[bracket] else None
                if last is not None:
                    yield Connector(last, spot, None if bracket == 0 else self._right() + _BESIDE * bracket)

    def _reach(self, middles: Iterator[int]) -> None:
        self.bottom = max(self.bottom, *(one + self.measures.pitch // 2 for one in middles))

    def _x_of(self, number: int) -> int:
        return MARGIN + number * (self.column + self.measures.gap)

    def _right(self) -> int:
        """The right edge of the finals, beyond which nothing stands."""
        return self._x_of(columns_of(self.picture) - 1) + self.column
