"""Where each place of a bracket stands in its SVG, and the lines between them, as plain geometry for a template.

Up to five rounds read from left to right. Six, which are 64 players, meet in the middle, where quarter-finals and what
follows share their columns, so that a laptop shows all of them at once. More read from left to right again, as wide as
a laptop, and are scrolled downwards alone. Names are cut
by estimate and clipped by their box, since fonts differ; where one is cut, the box's title has it whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from bot.features.pages.public_model import (
    MatchProgress,
    PublicBracket,
    PublicBranch,
    PublicColumn,
    PublicFinal,
    PublicPlace,
    PublicSide,
)
from bot.kernel.remembering import each_as_before

# --- sizes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BracketSizes:
    """The parts of a bracket in pixels; `style` is the class that sets its letters."""

    style: str
    column: int
    gap: int
    row: int
    """Of one side: a place has two."""
    pitch: int
    letters: int
    score: int
    """The width that a score takes."""
    has_seeds: bool = False

    @property
    def step(self) -> int:
        """From column to column."""
        return self.column + self.gap


_ROOMY: Final = BracketSizes("x", column=218, gap=28, row=21, pitch=52, letters=14, score=34, has_seeds=True)
_LIVES: Final = BracketSizes("k", column=158, gap=22, row=18, pitch=46, letters=12, score=26)
_CLOSE: Final = BracketSizes("k", column=151, gap=14, row=17, pitch=41, letters=12, score=20)
_LONG: Final = BracketSizes("k", column=218, gap=18, row=17, pitch=41, letters=12, score=24)
_LAPTOP: Final = 1310
"""The width of a page on a laptop without its margins."""
_NARROWEST: Final = 118
_FINAL: Final = BracketSizes("z", column=236, gap=14, row=25, pitch=60, letters=16, score=36)
"""The final in the middle of a bracket with two sides."""
_ROUNDS_ROOMY: Final = 5
_TWO_SIDED: Final = [32, 16, 8, 4, 2, 1]
"""The places of each round of a bracket with two sides."""
_ASIDE: Final = 14
"""How far from the outer edge of a quarter-final its line runs to the semi-final, so that the final has room."""
_HEAD: Final = 26
"""Room over a bracket for the names of its rounds."""
_TITLE: Final = 34
"""Room for the name of a branch, where there are several."""
_EDGE: Final = 2
"""Beside the outermost boxes, so that their border is drawn whole."""
_INSET: Final = 7
_GROWS_FROM: Final = 900
"""A bracket from this width on grows with the window; smaller ones would become posters."""


# --- what a template is given ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A line of a box: `kind` is its class (who won, is out, is awaited), `y` its baseline."""

    text: str
    kind: str
    y: int
    score: str
    seed: str


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A place with its box."""

    match: str
    x: int
    y: int
    sizes: BracketSizes
    kind: str
    sides: tuple[DrawnSide, ...]
    whole: str
    """The names, where one of them is cut."""
    onward: str
    """The class of the line that leads on from it."""

    @property
    def width(self) -> int:
        """In pixels, as its height."""
        return self.sizes.column

    @property
    def height(self) -> int:
        """Of two sides."""
        return 2 * self.sizes.row

    @property
    def middle(self) -> int:
        """The height at which lines arrive and leave."""
        return self.y + self.sizes.row

    @property
    def has_score(self) -> bool:
        """Whether a side has one, which takes room from the names."""
        return any(one.score for one in self.sides)


@dataclass(frozen=True, slots=True)
class DrawnWord:
    """Words in the picture, from `x` on the line `y`; `kind` is their class."""

    text: str
    x: int
    y: int
    kind: str = "h"


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A whole bracket: each class of lines is one path."""

    width: int
    height: int
    style: str
    columns: tuple[tuple[DrawnBox, ...], ...]
    words: tuple[DrawnWord, ...]
    waiting: str
    gone: str
    crowned: str
    """The way of the winner."""
    legend: str = ""

    @property
    def grows(self) -> bool:
        """Whether it fills a window that is wider."""
        return self.width >= _GROWS_FROM

    @property
    def boxes(self) -> tuple[DrawnBox, ...]:
        """All of them."""
        return tuple(box for column in self.columns for box in column)

    @property
    def is_in_play(self) -> bool:
        """Whether a place is being played, so that its mark wants to be explained."""
        return self._has("n")

    @property
    def is_on_stream(self) -> bool:
        """Whether the stream shows one of its places."""
        return self._has("t")

    def _has(self, kind: str) -> bool:
        return any(kind in kinds.split() for kinds in {box.kind for column in self.columns for box in column})

    @property
    def forms(self) -> tuple[BracketSizes, ...]:
        """The kinds of boxes in it, each of which is defined once."""
        return tuple({column[0].sizes.style: column[0].sizes for column in self.columns if column}.values())


# --- names that fit -------------------------------------------------------------------------------------------------


_NARROW: Final = frozenset("ijltfrI.,:;'|!()[] -")
_BROAD: Final = frozenset("mwMWQOGD@%&—…")
_BOLD: Final = 1.08
"""How much wider the letters of who has won are, and slanted ones."""


@lru_cache(maxsize=8192)
def ems(text: str) -> float:
    """About how wide the text is, in heights of its letters."""
    return sum(_em(char) for char in text)


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.33
    if char in _BROAD:
        return 0.86
    if char < "\u0300":
        return 0.66 if char.isupper() else 0.57
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0.0
    return 1.05 if unicodedata.east_asian_width(char) in {"W", "F"} or char >= "\U0001f000" else 0.66


@lru_cache(maxsize=8192)
def fitted(text: str, room: float) -> str:
    """As much of the text as fits into so many heights of letters, with an ellipsis where it is cut."""
    if ems(text) <= room:
        return text
    used, kept = _em("…"), 0
    for char in text:
        used += _em(char)
        if used > room:
            break
        kept += 1
    while kept and kept < len(text) and _em(text[kept]) == 0.0:
        kept -= 1
    return text[:kept].rstrip() + "…"


# --- one box --------------------------------------------------------------------------------------------------------


_KINDS: Final[Mapping[MatchProgress, str]] = MappingProxyType(
    {
        MatchProgress.WAITING: "p",
        MatchProgress.PLAYING: "p n",
        MatchProgress.DECIDED: "p d",
        MatchProgress.WALKOVER: "p d",
        MatchProgress.BYE: "p y",
        MatchProgress.UNFINISHED: "p",
    }
)


@each_as_before(most=8192)
def _boxes(standing: tuple[PublicPlace, int], x: int, sizes: BracketSizes, winner: str) -> DrawnBox:
    """The place with its upper left corner there; `winner` is the entrant who has won the whole."""
    place, y = standing
    has_score = any(side.score for side in place.sides)
    room = (sizes.column - 2 * _INSET - (sizes.score - _INSET) * has_score) / sizes.letters
    lines = [_line(side, number, sizes, room, winner) for number, side in enumerate(place.sides[:2])]
    if len(lines) == 1 and place.note:
        lines.append(DrawnSide(fitted(place.note, room), "f", _baseline(1, sizes), "", ""))
    cut = any(line.text != side.name for line, side in zip(lines, place.sides, strict=False) if side.name)
    whole = " – ".join(side.name or side.expected for side in place.sides) if cut else ""
    kind = _KINDS[place.state] + (" t" if place.is_on_stream else "") + (" z" if sizes is _FINAL else "")
    return DrawnBox(place.match, x, y, sizes, kind, tuple(lines), whole, _onward(place, winner))


def _line(side: PublicSide, number: int, sizes: BracketSizes, room: float, winner: str) -> DrawnSide:
    seed = str(side.seed) if sizes.has_seeds and side.seed is not None and side.name else ""
    wider = _BOLD if side.won or not side.name else 1
    text = fitted(side.name or side.expected, (room - (1.6 if seed else 0)) / wider)
    if not side.name and text != side.expected:
        # The lines say it as well as half of it would.
        text = ""
    return DrawnSide(text, _kind_of(side, winner), _baseline(number, sizes), side.score, seed)


def _kind_of(side: PublicSide, winner: str) -> str:
    if not side.name:
        return "f"
    if side.won:
        return "c" if side.entrant == winner else "w"
    return "o" if side.out else ""


def _baseline(number: int, sizes: BracketSizes) -> int:
    # Capitals, about 0.72 of a letter's height, stand in the middle.
    return number * sizes.row + round(sizes.row / 2 + sizes.letters * 0.36 - 0.25)


# --- trees ----------------------------------------------------------------------------------------------------------


_Feeders = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def heights(columns: tuple[_Feeders, ...], top: int, pitch: int) -> tuple[tuple[int, ...], ...]:
    """How far down each place stands: who leads nowhere below the others, a parent between its feeders."""
    found: list[list[float]] = [[-1.0] * len(column) for column in columns]
    free = 0.0

    def stand(column: int, place: int) -> float:
        nonlocal free
        feeders = columns[column][place] if column else ()
        below = [stand(column - 1, one) for one in feeders if found[column - 1][one] < 0]
        if not below:
            below, free = [free], free + 1
        found[column][place] = sum(below) / len(below)
        return found[column][place]

    for column in range(len(columns) - 1, -1, -1):
        for place in range(len(columns[column])):
            if found[column][place] < 0:
                stand(column, place)
    return tuple(tuple(top + round(height * pitch) for height in column) for column in found)


def winner_of(bracket: PublicBracket) -> str:
    """The entrant who has won the whole bracket; empty as long as it goes on."""
    if bracket.finals:
        decided = [one.place for one in bracket.finals if any(side.name for side in one.place.sides)]
        last = decided[-1] if decided else bracket.finals[-1].place
    else:
        columns = bracket.branches[0].columns if bracket.branches else ()
        if not columns or len(columns[-1].places) != 1:
            return ""
        last = columns[-1].places[0]
    return next((side.entrant for side in last.sides if side.won), "")


def _onward(place: PublicPlace, winner: str) -> str:
    """How the line is drawn on which its winner goes on: as a way that is open, gone, or that of who won the whole."""
    won = [side.entrant for side in place.sides if side.won]
    return "crowned" if winner and winner in won else "gone" if won else "waiting"


# --- a drawing as it grows ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Drawing:
    winner: str
    columns: list[tuple[DrawnBox, ...]] = field(default_factory=list)
    words: list[DrawnWord] = field(default_factory=list)
    ways: dict[str, list[str]] = field(default_factory=lambda: {"waiting": [], "gone": [], "crowned": []})

    def place(self, place: PublicPlace, x: int, y: int, sizes: BracketSizes) -> DrawnBox:
        """The box, which is one more of the drawing."""
        return self.column((place,), x, (y,), sizes)[0]

    def column(
        self, places: tuple[PublicPlace, ...], x: int, down: tuple[int, ...], sizes: BracketSizes
    ) -> tuple[DrawnBox, ...]:
        """The boxes below one another; it is known again by the first match in it."""
        slot = next((one.match for one in places if one.match), ""), x, down[:1], len(down)
        made = _boxes(slot, zip(places, down, strict=True), x, sizes, self.winner)
        self.columns.append(made)
        return made

    def line(self, box: DrawnBox, way: str) -> None:
        """A line from the box to the next one."""
        self.ways[box.onward].append(way)

    def tree(
        self, columns: Sequence[PublicColumn], left: int, top: int, sizes: BracketSizes, *, is_mirrored: bool = False
    ) -> list[tuple[DrawnBox, ...]]:
        """Places the columns from `left` on; a mirrored tree goes to the left, its last column first."""
        made: list[tuple[DrawnBox, ...]] = []
        stands = heights(tuple(column.feeders for column in columns), top, sizes.pitch)
        for number, (column, down) in enumerate(zip(columns, stands, strict=True)):
            x = left + (len(columns) - 1 - number if is_mirrored else number) * sizes.step
            self.words.append(DrawnWord(fitted(column.label, sizes.column / 12), x, top - 10))
            here = self.column(column.places, x, down, sizes)
            if number and here:
                ways = _ways(column.feeders, (made[-1][0].x, x), stands[number - 1], down, sizes)
                for feeder, way in ways:
                    self.line(made[-1][feeder], way)
            made.append(here)
        return made

    @property
    def bottom(self) -> int:
        """Below the lowest box."""
        return max((max(one.y for one in column) + column[0].height for column in self.columns), default=0)

    @property
    def right(self) -> int:
        """Right of the outermost box."""
        return max((column[0].x + column[0].width for column in self.columns), default=0)

    def finished(self, style: str, legend: str) -> BracketPicture:
        """The drawing as it is."""
        return BracketPicture(
            self.right + _EDGE,
            self.bottom + 2 * _EDGE,
            style,
            tuple(self.columns),
            tuple(self.words),
            **{kind: "".join(ways) for kind, ways in self.ways.items()},
            legend=legend,
        )


@lru_cache(maxsize=256)
def _ways(
    feeders: _Feeders, across: tuple[int, int], starts: tuple[int, ...], targets: tuple[int, ...], sizes: BracketSizes
) -> tuple[tuple[int, str], ...]:
    """The lines between two columns, each with the place where it begins."""
    start, target = across
    return tuple(
        (one, way((start, starts[one]), (target, down), sizes))
        for down, before in zip(targets, feeders, strict=True)
        for one in before
    )


def way(start: tuple[int, int], target: tuple[int, int], sizes: BracketSizes) -> str:
    """The line between two boxes, whichever of them stands on the left: across, up or down, across."""
    (x, y), (to_x, to_y), middle = start, target, start[1] + sizes.row
    is_rightwards = x < to_x
    begins, ends = (x + sizes.column, to_x) if is_rightwards else (x, to_x + sizes.column)
    if y == to_y:
        return f"M{begins} {middle}H{ends}"
    turns = ends - sizes.gap // 2 if is_rightwards else ends + sizes.gap // 2
    return f"M{begins} {middle}H{turns}v{to_y - y}H{ends}"


# --- the three ways to stand ----------------------------------------------------------------------------------------


def draw_bracket(bracket: PublicBracket) -> BracketPicture:
    """The whole bracket, with a match for the third place, branches for further lives and the finals between them."""
    drawing = _Drawing(winner_of(bracket))
    if bracket.finals or len(bracket.branches) > 1:
        return _draw_branches(drawing, bracket)
    columns = bracket.branches[0].columns if bracket.branches else ()
    if _is_full_tree(columns):
        return _draw_two_sided(drawing, bracket, columns)
    sizes = _ROOMY if len(columns) <= _ROUNDS_ROOMY else _narrowed(_LONG, len(columns))
    made = drawing.tree(columns, _EDGE, _HEAD, sizes)
    if bracket.third is not None and made:
        _place_third(drawing, bracket.third, made[-1][-1].x, made[-1][-1].y + sizes.pitch + _HEAD, sizes)
    return drawing.finished(sizes.style, bracket.legend)


def _place_third(drawing: _Drawing, third: PublicFinal, x: int, y: int, sizes: BracketSizes) -> None:
    drawing.words.append(DrawnWord(third.label, x, y - 8))
    drawing.place(third.place, x, y, sizes)


def _is_full_tree(columns: Sequence[PublicColumn]) -> bool:
    """Whether it is that of 64 players, in which every place is led to by two others."""
    feeders = [one for column in columns[1:] for one in column.feeders]
    return [len(column.places) for column in columns] == _TWO_SIDED and all(len(one) == 2 for one in feeders)


def _halves(columns: Sequence[PublicColumn]) -> tuple[list[PublicColumn], list[PublicColumn]]:
    """The two halves that the final joins."""
    first, second = columns[-1].feeders[0]
    return below(columns[:-1], [first]), below(columns[:-1], [second])


def below(columns: Sequence[PublicColumn], roots: Sequence[int]) -> list[PublicColumn]:
    """The part of a tree that leads to these places of its last column."""
    kept, found = list(roots), []
    for column in reversed(columns):
        before = [one for place in kept for one in column.feeders[place]]
        numbers = {one: number for number, one in enumerate(before)}
        feeders = tuple(tuple(numbers[one] for one in column.feeders[place]) for place in kept)
        found.append(replace(column, places=tuple(column.places[one] for one in kept), feeders=feeders))
        kept = before
    return found[::-1]


def _draw_two_sided(drawing: _Drawing, bracket: PublicBracket, columns: Sequence[PublicColumn]) -> BracketPicture:
    """Both halves run towards the middle; between the quarter-finals stand the semi-finals, the final over them."""
    left, right = _halves(columns)
    semi_finals = [_half(drawing, left, _EDGE), _half(drawing, right, _EDGE + 4 * _CLOSE.step, is_mirrored=True)]
    middle = (semi_finals[0].x + semi_finals[1].x + _CLOSE.column) // 2
    x, rise = middle - _FINAL.column // 2, 2 * _CLOSE.pitch
    y = semi_finals[0].y - rise
    drawing.words.append(DrawnWord(columns[-1].label, x, y - 10))
    final = drawing.place(columns[-1].places[0], x, y, _FINAL)
    for semi_final in semi_finals:
        begins = semi_final.x + (semi_final.width if semi_final.x < middle else 0)
        drawing.line(semi_final, f"M{begins} {semi_final.middle}H{middle}V{final.y + final.height}")
    if bracket.third is not None:
        _place_third(drawing, bracket.third, x, semi_finals[0].y + rise, _FINAL)
    return drawing.finished(_CLOSE.style, bracket.legend)


def _half(drawing: _Drawing, half: Sequence[PublicColumn], x: int, *, is_mirrored: bool = False) -> DrawnBox:
    """One side of the tree; answers its semi-final, which stands between its quarter-finals."""
    *before, last = half
    upper, lower = drawing.tree(before, x, _HEAD, _CLOSE, is_mirrored=is_mirrored)[-1]
    line = upper.x + (upper.width - _ASIDE if is_mirrored else _ASIDE)
    made = drawing.place(last.places[0], upper.x, (upper.y + lower.y) // 2, _CLOSE)
    drawing.words.append(DrawnWord(last.label, made.x + (0 if is_mirrored else 2 * _ASIDE), made.y - 8))
    drawing.line(upper, f"M{line} {upper.y + upper.height}V{made.y}")
    drawing.line(lower, f"M{line} {lower.y}V{made.y + made.height}")
    return made


def _draw_branches(drawing: _Drawing, bracket: PublicBracket) -> BracketPicture:
    """Branches below one another; the finals stand on the right of all of them, at the height of the unbeaten."""
    last: list[DrawnBox | None] = []
    sizes, top = _sizes_of(bracket), 0
    for branch in bracket.branches:
        top += _TITLE if branch.title else 0
        if branch.title:
            drawing.words.append(DrawnWord(branch.title, _EDGE, top - 10, "g"))
        made = drawing.tree(branch.columns, _EDGE, top + _HEAD, sizes)
        last.append(made[-1][-1] if made else None)
        top = drawing.bottom + _HEAD
    x, y = drawing.right + sizes.gap, next((one.y for one in last if one is not None), _HEAD)
    before: DrawnBox | None = None
    for final in bracket.finals:
        here = drawing.place(final.place, x, y, sizes)
        drawing.words.append(DrawnWord(fitted(final.label, sizes.column / 12), x, y - 8))
        leading = [last[one] for one in final.branches if one < len(last)]
        for one in (*leading, before):
            if one is not None:
                drawing.line(one, way((one.x, one.y), (here.x, here.y), sizes))
        before, x = here, x + sizes.step
    if bracket.third is not None:
        _place_third(drawing, bracket.third, drawing.right - sizes.column, y + sizes.pitch + _HEAD, sizes)
    return drawing.finished(sizes.style, bracket.legend)


def _sizes_of(bracket: PublicBracket) -> BracketSizes:
    """Columns so narrow that branches and finals fit a laptop, as long as names can be read in them."""
    return _narrowed(_LIVES, max((len(one.columns) for one in bracket.branches), default=0) + len(bracket.finals))


def _narrowed(sizes: BracketSizes, many: int) -> BracketSizes:
    """With columns so narrow that so many fit a laptop."""
    return replace(sizes, column=max(_NARROWEST, min(sizes.column, _LAPTOP // max(many, 1) - sizes.gap)))


# --- the end of a long bracket --------------------------------------------------------------------------------------


SHOWN_AT_ONCE: Final = 32
"""Places of the first round that the event's own page shows: 64 players."""


def end_of(bracket: PublicBracket, most: int = SHOWN_AT_ONCE) -> PublicBracket | None:
    """The bracket without its first rounds, so that no round has more places; None while nobody has come so far."""
    branches = tuple(_end_of_branch(branch, most) for branch in bracket.branches)
    if branches == bracket.branches:
        return bracket
    places = [place for branch in branches for column in branch.columns for place in column.places]
    is_reached = any(side.name for place in places for side in place.sides)
    return replace(bracket, branches=branches) if is_reached else None


def _end_of_branch(branch: PublicBranch, most: int) -> PublicBranch:
    columns = branch.columns
    begins = _first_within(columns, most)
    if not begins:
        return branch
    first, *others = columns[begins:]
    return replace(branch, columns=(replace(first, feeders=((),) * len(first.places)), *others))


def _first_within(columns: Sequence[PublicColumn], most: int) -> int:
    """From which column on none has more places; the last one, where that has."""
    long = [number for number, column in enumerate(columns) if len(column.places) > most]
    return min(max(long) + 1, len(columns) - 1) if long else 0


# --- a bracket in pages ---------------------------------------------------------------------------------------------


PLACES_ON_A_PAGE: Final = 260
"""A bracket of 256 is one page; a larger one is cut, so that a page stays small."""
_ROWS_ON_A_PAGE: Final = 128


def bracket_pages(bracket: PublicBracket) -> list[PublicBracket]:
    """The bracket in pages: its end first, then what leads there; of several branches each by itself."""
    if len(list(places_of(bracket))) <= PLACES_ON_A_PAGE:
        return [bracket]
    first, *others = [_pages_of_branch(branch) for branch in bracket.branches]
    whole = replace(bracket, branches=(first[0],))
    return [whole, *(PublicBracket((one,), legend=bracket.legend) for one in (*first[1:], *_joined(others)))]


def _joined(pages: Sequence[Sequence[PublicBranch]]) -> list[PublicBranch]:
    return [one for each in pages for one in each]


def _pages_of_branch(branch: PublicBranch) -> list[PublicBranch]:
    columns = branch.columns
    ends = _first_within(columns, _ROWS_ON_A_PAGE)
    if sum(len(column.places) for column in columns) <= PLACES_ON_A_PAGE or not ends:
        return [branch]
    pages, roots = [_end_of_branch(branch, _ROWS_ON_A_PAGE)], list(range(len(columns[ends].places)))
    while roots:
        taken = next(
            (many for many in range(len(roots), 1, -1) if _is_short(below(columns[: ends + 1], roots[:many]))), 1
        )
        pages.append(replace(branch, columns=tuple(below(columns[: ends + 1], roots[:taken]))))
        roots = roots[taken:]
    return pages


def _is_short(columns: Sequence[PublicColumn]) -> bool:
    return all(len(column.places) <= _ROWS_ON_A_PAGE for column in columns)


def places_of(bracket: PublicBracket) -> Iterator[PublicPlace]:
    """Every place of the bracket."""
    for branch in bracket.branches:
        for column in branch.columns:
            yield from column.places
    yield from (final.place for final in bracket.finals)
    if bracket.third is not None:
        yield bracket.third.place
