"""The two looks that all pictures share: as dark or as light as Discord's own surfaces, one accent, and a heading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.kernel.ids import Theme

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first pixels outside."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture, by what they are for; `tests/layout` holds each one to what it stands on."""

    ground: Colour
    """The picture's own surface."""
    panel: Colour
    """A row or a card on it."""
    raised: Colour
    """What stands out of a card."""
    rule: Colour
    """Lines that wait."""
    path: Colour
    """Lines that were gone."""
    bright: Colour
    """Titles, winners, leaders."""
    plain: Colour
    quiet: Colour
    """Headings, footers, what is said beside."""
    faded: Colour
    """Who is out, and what is not known yet."""
    accent: Colour
    """The first, what is being played, and the line below who goes on; a ground as well as an ink."""
    on_accent: Colour
    silver: Colour
    bronze: Colour
    courses: tuple[Colour, ...]
    """Several lines in one picture, told apart by colour-blind readers too; each has a mark and a name beside it."""


DARK: Final = Look(
    ground=(0x1B, 0x1C, 0x20),
    panel=(0x2A, 0x2C, 0x31),
    raised=(0x38, 0x3B, 0x42),
    rule=(0x6B, 0x70, 0x7A),
    path=(0xA9, 0xAE, 0xB8),
    bright=(0xF6, 0xF7, 0xF8),
    plain=(0xD3, 0xD6, 0xDB),
    quiet=(0xA8, 0xAD, 0xB7),
    faded=(0xA2, 0xA7, 0xB1),
    accent=(0xFF, 0xC1, 0x45),
    on_accent=(0x23, 0x1A, 0x05),
    silver=(0xC3, 0xC9, 0xD2),
    bronze=(0xD6, 0x9C, 0x6F),
    courses=((0xFF, 0xC1, 0x45), (0x56, 0xB4, 0xE9), (0xE5, 0x8B, 0xC0), (0x7F, 0xE3, 0xB4), (0xF0, 0x8A, 0x5D)),
)
LIGHT: Final = Look(
    ground=(0xFF, 0xFF, 0xFF),
    panel=(0xF0, 0xF1, 0xF4),
    raised=(0xDF, 0xE2, 0xE8),
    rule=(0x8A, 0x90, 0x9B),
    path=(0x56, 0x5C, 0x67),
    bright=(0x10, 0x12, 0x16),
    plain=(0x2E, 0x31, 0x38),
    quiet=(0x54, 0x5A, 0x64),
    faded=(0x5F, 0x65, 0x70),
    accent=(0x94, 0x60, 0x00),
    on_accent=(0xFF, 0xFF, 0xFF),
    silver=(0x5F, 0x68, 0x75),
    bronze=(0x85, 0x45, 0x28),
    courses=((0x94, 0x60, 0x00), (0x0B, 0x6B, 0xB0), (0xA3, 0x17, 0x5E), (0x1C, 0x9C, 0x78), (0x7A, 0x3F, 0xD0)),
)
LOOKS: Final[Mapping[Theme, Look]] = {Theme.DARK: DARK, Theme.LIGHT: LIGHT}

PAGE_WIDTH = 1100
"""Twice what Discord shows in a channel, so that 24 px here are 12 px there."""
SMALLEST = 24
"""The smallest letters of what is read in a channel."""
MARGIN = 36
HEAD_HEIGHT = 112
