"""The boxes of what a painter draws, in its order, and which of them lie over one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from PIL import Image

from bot.layout.canvas import Canvas, ink_of
from bot.layout.picture_model import Box, Colour
from bot.layout.typesetting import SetLine

_REACH: Final = 6
"""How far tails and accents may reach beyond the ground on which a word is written."""


@dataclass(frozen=True)
class Boxed:
    """Something drawn: words, or a shape without any."""

    box: Box
    words: str | None
    colour: Colour | None = None
    """Of a shape its own, of words what they are said to stand on."""
    mask: Image.Image | None = None
    """What there is of the shape, where it does not fill its box."""

    def meets(self, words: Box) -> bool:
        """Whether there is anything of it where the words are."""
        if not _meet(words, self.box):
            return False
        left, top = self.box[:2]
        part = (words[0] - left, words[1] - top, words[2] - left, words[3] - top)
        return self.mask is None or self.mask.crop(part).getbbox() is not None


def drawn_by(draw: Callable[[], object]) -> tuple[Boxed, list[Boxed]]:
    """The surface, and what would be drawn on it in that order; nothing is, since boxes are enough."""
    found, surface = list[Boxed](), list[Boxed]()
    with pytest.MonkeyPatch.context() as patch:

        def noting(name: str, boxed: Callable[..., Boxed]) -> None:
            def noted(self: Canvas, *given: Any, **_: Any) -> None:
                found.append(boxed(*given))
                surface[:] = [Boxed((0, 0, self.width, self.height), None)]

            patch.setattr(Canvas, name, noted)

        noting("fill", lambda box, colour: Boxed(box, None, colour))
        noting("panel", lambda box, _, colour, *rest: Boxed(box, None, colour))
        noting("frame", lambda box, radius, thickness, colour, inside, _: Boxed(box, None, inside))
        noting("bend", lambda x, y, radius, *_: Boxed((x, y, x + radius, y + radius), None))
        noting("ink", lambda x, y, mask, *_: Boxed((x, y, x + mask.width, y + mask.height), None, mask=mask))
        noting("photo", lambda x, y, picture, _: Boxed((x, y, x + picture.width, y + picture.height), None))
        noting("text", lambda x, base, line, _, behind: Boxed(_box_of(x, base, line), _words_of(line), behind))
        patch.setattr(Canvas, "png", lambda _: b"")
        draw()
    return surface[0], found


def _box_of(x: float, base: int, line: SetLine) -> Box:
    above, below = ink_of(line)
    return round(x), base + above, round(x + line.width), base + below


def _words_of(line: SetLine) -> str:
    return "".join(run.text for run in line.runs).strip()


def faults(draw: Callable[[], object]) -> list[str]:
    """Each pair of words that touch, and all words over an edge or under something drawn later."""
    surface, found = drawn_by(draw)
    return [*_over_one_another(found), *_off(surface, found), *_covered(found)]


def _over_one_another(found: list[Boxed]) -> Iterator[str]:
    words = [one for one in found if one.words]
    for number, one in enumerate(words):
        for other in words[number + 1 :]:
            if _meet(_middle(one.box), _middle(other.box)):
                yield f"{one.words!r} {one.box} and {other.words!r} {other.box} lie over one another"


def _off(surface: Boxed, found: list[Boxed]) -> Iterator[str]:
    for one in found:
        if one.words and not _inside(_middle(one.box), surface.box):
            yield f"{one.words!r} {one.box} leaves the picture"


def _covered(found: list[Boxed]) -> Iterator[str]:
    """Words must lie wholly on what was drawn last there, or beside it, and nothing later may lie over them."""
    for number, one in enumerate(found):
        if not one.words:
            continue
        words = _middle(one.box)
        for later in found[number + 1 :]:
            if later.words is None and later.meets(words):
                yield f"{later.box} covers {one.words!r} {one.box}"
        for place, ground in enumerate(found[:number]):
            if ground.words is not None or ground.colour == one.colour or _inside(words, ground.box):
                continue
            if ground.meets(words) and not _is_hidden(_shared(words, ground.box), found[place + 1 : number]):
                yield f"{one.words!r} {one.box} lies over the edge of {ground.box}"


def _is_hidden(box: Box, by: list[Boxed]) -> bool:
    return any(one.words is None and _inside(box, one.box) for one in by)


def _shared(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _middle(box: Box) -> Box:
    """Without the tails and accents, which reach into what is above and below a line."""
    left, top, right, bottom = box
    reach = min(_REACH, (bottom - top) // 3)
    return left, top + reach, right, bottom - reach


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]
