"""A knock-out bracket as a picture: pages that can be read in a channel, the whole to open, and plain lines.

With more lives than one the brackets stand below one another, and the finals beside them. Where each place stands is
worked out in pixels before anything is drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from bot.layout.canvas import (
    BOTTOM_CORNERS,
    DARK,
    HEAD_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    TOP_CORNERS,
    Box,
    Canvas,
    Colour,
    Corners,
    Look,
    draw_heading,
)
from bot.layout.picture_model import BracketLabels, BracketPicture, Place, PlaceState, RoundColumn, Slot
from bot.layout.typesetting import Weight, clean, set_line

# --- where each place stands ----------------------------------------------------------------------------------------


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


# --- pages ----------------------------------------------------------------------------------------------------------


ROUNDS_ON_A_PAGE = 3
"""Three rounds are eight players at the left edge of a page."""
COLUMNS_ON_A_PAGE = 4
"""So many columns of a picture with several brackets are legible at the width of a channel."""

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def bracket_pages(picture: BracketPicture) -> tuple[BracketPicture, ...]:
    """Pages of at most 8 players by 3 rounds, which show every place exactly once, from the first round to the final.

    Each page is the whole way to one place of its last round, so no line leaves a page but the last one's winner.
    """
    pages: list[BracketPicture] = []
    for first in range(0, len(picture.rounds), ROUNDS_ON_A_PAGE):
        rounds = picture.rounds[first : first + ROUNDS_ON_A_PAGE]
        cuts = (_subtree(rounds, position) for position in range(len(rounds[-1].places)))
        pages.extend(replace(picture, rounds=cut, third_place=None, has_final=False) for cut in cuts)
    pages[-1] = replace(pages[-1], third_place=picture.third_place, has_final=picture.has_final)
    if len(pages) == 1:
        return tuple(pages)
    return tuple(replace(page, page=(number, len(pages))) for number, page in enumerate(pages, 1))


def columns_of(picture: BracketPicture) -> int:
    """How many columns stand beside one another where finals end several brackets.

    They stand right of the unbeaten, or over the last column of a longer bracket below, where nothing else stands.
    """
    return max(len(picture.rounds), *(len(one.rounds) - 1 for one in picture.below), 1) + 1


def _subtree(rounds: tuple[RoundColumn, ...], position: int) -> tuple[RoundColumn, ...]:
    """The columns that lead to one place of the last round."""
    cut: list[RoundColumn] = []
    for index, column in enumerate(rounds):
        size = 1 << (len(rounds) - 1 - index)
        first = position * size
        cut.append(replace(column, places=column.places[first : first + size], first=column.first + first))
    return tuple(cut)


def bracket_text(picture: BracketPicture, quote: Callable[[str], str] = str) -> str:
    """The picture in plain lines, for screen readers and for search; `quote` makes a name safe for its message."""
    blocks = [[picture.title, picture.subtitle], *_rounds(picture.rounds_title, picture.rounds, picture.labels, quote)]
    for lower in picture.below:
        blocks += _rounds(lower.title, lower.rounds, picture.labels, quote)
    blocks += [[final.label, _place_line(final.place, picture.labels, quote)] for final in picture.finals]
    if picture.third_place is not None:
        blocks.append([picture.labels.third_place, _place_line(picture.third_place, picture.labels, quote)])
    blocks += [[picture.legend]] if picture.legend else []
    return "\n\n".join("\n".join(line for line in block if line) for block in blocks)


def _rounds(
    title: str, rounds: Sequence[RoundColumn], labels: BracketLabels, quote: Callable[[str], str]
) -> Iterator[list[str]]:
    """Each round under its name, behind that of its bracket where it is one of several."""
    for column in rounds:
        numbered = enumerate(column.places, column.first)
        lines = [f"{number}. {_place_line(place, labels, quote)}" for number, place in numbered]
        yield [f"{title} · {column.label}" if title else column.label, *lines]


def _place_line(place: Place, labels: BracketLabels, quote: Callable[[str], str]) -> str:
    """One place: both sides with the score between them, then what is to be known of it."""
    top, bottom = _slot_name(place.top, labels, quote), _slot_name(place.bottom, labels, quote)
    scores = (place.top.score_text, place.bottom.score_text)
    between = f"{scores[0] or 0}–{scores[1] or 0}" if any(scores) else "–"
    words = {PlaceState.BYE: labels.bye, PlaceState.WALKOVER: labels.walkover, PlaceState.PLAYING: labels.playing}
    told = [word for word in (words.get(place.state), place.note) if word]
    if place.state is PlaceState.BYE:
        return " · ".join([top, *told])
    parts = [f"{top} {between} {bottom}", *told]
    parts += [f"→ {name}" for name, slot in ((top, place.top), (bottom, place.bottom)) if slot.won][:1]
    return " · ".join(parts)


def _slot_name(slot: Slot, labels: BracketLabels, quote: Callable[[str], str]) -> str:
    if slot.name is None:
        return slot.expected or labels.undecided
    name = clean(slot.name)
    from_the_right = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"{_ISOLATE}{quote(name)}{_END_OF_ISOLATE}" if from_the_right else quote(name)


# --- brackets of more lives than one --------------------------------------------------------------------------------


_PAGE: Final = Measures(row=43, pitch=126, column=0, gap=36, name=25, small=24, radius=10, line=3, labels=44)
_TITLE: Final = 52
_APART: Final = 26
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
    return BracketLayout(
        measures,
        max(width, PAGE_WIDTH),
        laid.bottom + (_TITLE if picture.legend else MARGIN // 2),
        tuple(laid.labels),
        tuple(tuple(one) for bracket in laid.brackets for one in bracket) + tuple((one,) for one in laid.finals),
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
    ways: list[Way] = field(default_factory=list)

    def lay(self) -> None:
        """The unbeaten, the finals at their height, the brackets below, and the lines between all of them."""
        self._bracket(self.picture.rounds_title, self.picture.rounds)
        self._finals()
        for one in self.picture.below:
            self._bracket(one.title, one.rounds)
        self.ways += self._to_finals()
        if self.picture.legend:
            self.labels.append(Label(self.picture.legend, MARGIN, self.bottom + _APART, self._right() - MARGIN))

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
        self._reach(one.middle for one in self.finals)

    def _to_finals(self) -> Iterator[Way]:
        """From the unbeaten straight ahead, from each bracket below around on the right, and from final to final."""
        for number, (spot, final) in enumerate(zip(self.finals, self.picture.finals, strict=True)):
            if number:
                yield Way(self.finals[number - 1], spot)
            for bracket in final.brackets:
                last = self.brackets[bracket][-1][0] if self.brackets[bracket] else None
                if last is not None:
                    yield Way(last, spot, None if bracket == 0 else self._right() + _BESIDE * bracket)

    def _reach(self, middles: Iterator[int]) -> None:
        self.bottom = max(self.bottom, *(one + self.measures.pitch // 2 for one in middles))

    def _x_of(self, number: int) -> int:
        return MARGIN + number * (self.column + self.measures.gap)

    def _right(self) -> int:
        """The right edge of the finals, beyond which nothing stands."""
        return self._x_of(columns_of(self.picture) - 1) + self.column


# --- the drawing ----------------------------------------------------------------------------------------------------


_DECIDED = (PlaceState.DONE, PlaceState.WALKOVER, PlaceState.BYE)


@lru_cache(maxsize=32)
def draw_bracket(picture: BracketPicture, look: Look = DARK) -> bytes:
    """A page as PNG, 1100 pixels wide and legible at half of that; see `bracket_pages`."""
    return _Painter(picture, lives_layout(picture) if picture.finals else page_layout(picture), look).png()


@lru_cache(maxsize=8)
def draw_whole(picture: BracketPicture, look: Look = DARK) -> bytes:
    """The whole bracket as one PNG, as big as it needs to be."""
    return _Painter(picture, lives_layout(picture) if picture.finals else whole_layout(picture), look).png()


class _Painter:
    """Draws one layout, from the connectors upwards."""

    def __init__(self, picture: BracketPicture, layout: BracketLayout, look: Look) -> None:
        self._look = look
        self._picture = picture
        self._words: BracketLabels = picture.labels
        self._layout = layout
        self._sizes = layout.measures
        self._canvas = Canvas(layout.width, layout.height, look.ground)

    def png(self) -> bytes:
        """Draws the bracket as a PNG."""
        draw_heading(self._canvas, self._look, self._picture.title, self._picture.subtitle, self._picture.page)
        self._labels()
        self._connectors()
        final = self._layout.last if self._picture.has_final else None
        for column in self._layout.columns:
            for spot in column:
                self._place(spot, crowned=spot is final)
        self._third_place()
        return self._canvas.png()

    def _labels(self) -> None:
        for label in self._layout.labels:
            size, colour = (
                (self._sizes.name, self._look.plain) if label.is_title else (self._sizes.small, self._look.quiet)
            )
            line = set_line(label.text, size, Weight.SEMIBOLD, label.widest)
            self._canvas.text(label.x + 2, label.base, line, colour, self._look.ground)

    def _third_place(self) -> None:
        spot = self._layout.third_place
        if spot is not None:
            line = set_line(self._words.third_place, self._sizes.small, Weight.SEMIBOLD, spot.box[2] - spot.box[0])
            self._canvas.text(spot.box[0] + 2, spot.box[1] - 32, line, self._look.quiet, self._look.ground)
            self._place(spot, crowned=False)

    def _connectors(self) -> None:
        """Lines to the next round; those of decided places are drawn last and brighter, as the way that was gone."""
        for way in sorted(self._layout.ways, key=lambda way: way.start.place.state in _DECIDED):
            colour = self._look.path if way.start.place.state in _DECIDED else self._look.rule
            if way.around is not None:
                self._way_around(way, way.around, colour)
            elif way.start.box[0] == way.target.box[0]:
                self._way_down(way, colour)
            else:
                self._way(way.start, way.target, colour)

    def _way_down(self, way: Way, colour: Colour) -> None:
        """Upright, to the place below in the same column."""
        x = way.start.box[2] - self._sizes.row // 4
        self._canvas.fill((x, way.start.box[3], x + self._sizes.line, way.target.box[1]), colour)

    def _way_around(self, way: Way, x: int, colour: Colour) -> None:
        """To the right, upright beside everything, and back into the target from its right."""
        width, radius = self._sizes.line, 12
        low, high = way.start.middle - width // 2, way.target.middle - width // 2
        corner = x + width - radius
        self._canvas.fill((way.start.box[2], low, corner, low + width), colour)
        self._canvas.bend(corner, low + width - radius, radius, width, True, False, colour, self._look.ground)
        self._canvas.fill((x, high + radius, x + width, low + width - radius), colour)
        self._canvas.bend(corner, high, radius, width, True, True, colour, self._look.ground)
        self._canvas.fill((way.target.box[2], high, corner, high + width), colour)

    def _way(self, spot: Spot, target: Spot, colour: Colour) -> None:
        """Level, a bend, upright to the height of the target, and level into it."""
        width, radius = self._sizes.line, 12
        start, end = (spot.box[0], target.box[2]) if spot.feeds_left else (spot.box[2], target.box[0])
        turn = (start + end) // 2 - width // 2
        y, goal = spot.middle - width // 2, target.middle - width // 2
        if y == goal:
            self._canvas.fill((min(start, end), y, max(start, end), y + width), colour)
            return
        down, right = goal > y, not spot.feeds_left
        corner_x = turn + width - radius if right else turn
        self._canvas.fill(
            (start, y, corner_x, y + width) if right else (corner_x + radius, y, start, y + width), colour
        )
        self._canvas.bend(
            corner_x, y if down else y + width - radius, radius, width, right, down, colour, self._look.ground
        )
        upright = (y + radius, goal + width) if down else (goal, y + width - radius)
        self._canvas.fill((turn, upright[0], turn + width, upright[1]), colour)
        self._canvas.fill((turn, goal, end, goal + width) if right else (end, goal, turn + width, goal + width), colour)

    def _place(self, spot: Spot, *, crowned: bool) -> None:
        if spot.place.state is PlaceState.BYE:
            self._bye(spot)
            return
        self._card(spot)
        left, top, right, bottom = spot.box
        self._slot(spot, spot.place.top, (left, top, right, spot.middle), TOP_CORNERS, crowned)
        self._slot(spot, spot.place.bottom, (left, spot.middle, right, bottom), BOTTOM_CORNERS, crowned)
        self._canvas.fill((left, spot.middle - 1, right, spot.middle + 1), self._look.ground)
        if spot.place.state is PlaceState.PLAYING:
            self._tab(spot, self._words.playing)
        self._note(spot, spot.box)

    def _card(self, spot: Spot) -> None:
        left, top, right, bottom = spot.box
        if spot.place.state is PlaceState.PLAYING:
            around = (left - 3, top - 3, right + 3, bottom + 3)
            self._canvas.panel(around, self._sizes.radius + 3, self._look.accent, self._look.ground)
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.accent)
        else:
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.ground)

    def _bye(self, spot: Spot) -> None:
        """One row without an opponent's: outlined, not filled."""
        left, _, right, _ = spot.box
        half = self._sizes.row // 2
        box = (left, spot.middle - half, right, spot.middle + half)
        self._canvas.frame(box, self._sizes.radius, 2, self._look.rule, self._look.ground, self._look.ground)
        word = set_line(self._words.bye, self._sizes.small, Weight.MEDIUM, (right - left) * 0.4)
        x = right - 14 - word.width
        self._canvas.text(x, self._base(box), word, self._look.faded, self._look.ground)
        self._name(spot.place.top, box, x, self._look.plain, self._look.ground)
        self._note(spot, box)

    def _slot(self, spot: Spot, slot: Slot, box: Box, corners: Corners, crowned: bool) -> None:
        """One side: the winner's row is raised, the champion's wears the accent, the loser's fades."""
        behind = self._look.panel
        around = self._look.accent if spot.place.state is PlaceState.PLAYING else self._look.ground
        if slot.won:
            behind = self._look.accent if crowned else self._look.raised
            self._canvas.panel(box, self._sizes.radius, behind, around, corners)
        colour = self._ink(slot, crowned)
        right = float(box[2] - 14)
        absent = spot.place.state is PlaceState.WALKOVER and slot.out
        # Who was not there and has nothing: the mark says so, and the name needs the room.
        if slot.score_text and not (absent and slot.score_text == "0"):
            score = set_line(slot.score_text, self._sizes.name, Weight.SEMIBOLD, (box[2] - box[0]) / 4)
            right -= score.width
            self._canvas.text(right, self._base(box), score, colour, behind)
            right -= 10
        if absent:
            right = self._walkover(box, right, behind)
        self._name(slot, box, right, colour, behind)

    def _ink(self, slot: Slot, crowned: bool) -> Colour:
        if slot.won:
            return self._look.on_accent if crowned else self._look.bright
        return self._look.faded if slot.out or slot.name is None else self._look.plain

    def _walkover(self, box: Box, right: float, behind: Colour) -> float:
        """The mark on the side that was not there; returns the name's new limit."""
        word = set_line(self._words.walkover, self._sizes.small, Weight.SEMIBOLD, (box[2] - box[0]) / 3)
        x, inset = round(right - word.width) - 8, self._sizes.row // 7
        tag = (x - 8, box[1] + inset, round(right), box[3] - inset)
        self._canvas.frame(tag, 6, 2, self._look.faded, behind, behind)
        self._canvas.text(x, self._base(box), word, self._look.quiet, behind)
        return float(tag[0] - 8)

    def _name(self, slot: Slot, box: Box, right: float, colour: Colour, behind: Colour) -> None:
        """Seed and name, from the left edge to `right` at most."""
        x, base = float(box[0] + 16), self._base(box)
        if slot.seed_text:
            seed = set_line(slot.seed_text, self._sizes.small, Weight.MEDIUM, (box[2] - box[0]) / 5)
            self._canvas.text(x, base, seed, colour if behind is self._look.accent else self._look.faded, behind)
            x += seed.width + 12
        weight = Weight.SEMIBOLD if slot.won else Weight.MEDIUM
        name = slot.name or slot.expected or self._words.undecided
        self._canvas.text(x, base, set_line(name, self._sizes.name, weight, right - 10 - x), colour, behind)

    def _base(self, box: Box) -> int:
        return (box[1] + box[3]) // 2 + round(self._sizes.name * 0.36)

    def _tab(self, spot: Spot, word: str) -> None:
        """The word for "in play" as a tab on the card's upper edge."""
        line = set_line(word, self._sizes.small, Weight.SEMIBOLD, (spot.box[2] - spot.box[0]) * 0.7)
        height, right, bottom = round(self._sizes.small * 1.25), spot.box[2] - 14, spot.box[1] - 3
        box = (right - round(line.width) - 24, bottom - height, right, bottom)
        self._canvas.panel(box, self._sizes.radius, self._look.accent, self._look.ground, TOP_CORNERS)
        self._canvas.text(
            box[0] + 12, bottom - round(self._sizes.small * 0.2), line, self._look.on_accent, self._look.accent
        )

    def _note(self, spot: Spot, box: Box) -> None:
        """What is to be known of the place (its arbiter, why a bye), below the box."""
        if spot.place.note:
            line = set_line(spot.place.note, self._sizes.small, Weight.MEDIUM, box[2] - box[0] - 8)
            self._canvas.text(
                box[0] + 4, box[3] + round(self._sizes.small * 1.15), line, self._look.quiet, self._look.ground
            )
