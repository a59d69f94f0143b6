"""Where each place of a knock-out with more lives than one stands: its brackets below one another, and the finals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.rendering.pictures.bracket_layout import (
    WHOLE,
    BracketLayout,
    Label,
    Measures,
    Spot,
    Way,
    box_at,
    labels_over,
    stand,
    ways_between,
)
from bot.rendering.pictures.bracket_pages import COLUMNS_ON_A_PAGE, columns_of
from bot.rendering.pictures.look import HEAD_HEIGHT, MARGIN, PAGE_WIDTH
from bot.rendering.pictures.model import BracketPicture, RoundColumn

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
