"""Colour: what a player wants, and who of two gets it (after FIDE C.04.3, A.6 and E)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from bot.domain.pairing.model import ColourReason


class Strength(IntEnum):
    """How much a colour is wanted."""

    NONE = 0
    MILD = 1
    """Both colours were had equally often: the other one than last time."""
    STRONG = 2
    """One colour was had once more often."""
    ABSOLUTE = 3
    """The other one would be the third of its kind in a row, or a difference of three."""


@dataclass(frozen=True, slots=True)
class Wish:
    """`side` is 1 for the first colour, -1 for the second, 0 for none; `difference` is first colours less second."""

    side: int
    strength: Strength
    difference: int

    @property
    def text(self) -> str:
        """The wish as `PairingReason.wishes` writes it."""
        name = {1: "first", -1: "second", 0: ""}[self.side]
        return f"{name}!" if self.strength is Strength.ABSOLUTE else name


@lru_cache(maxsize=8192)
def wish(colours: tuple[bool, ...]) -> Wish:
    """What a player with these colours wants next: no third one in a row, no difference beyond two, then balance."""
    if not colours:
        return Wish(0, Strength.NONE, 0)
    difference = 2 * sum(colours) - len(colours)
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return Wish(-1 if colours[-1] else 1, Strength.ABSOLUTE, difference)
    if difference:
        strength = Strength.ABSOLUTE if abs(difference) > 1 else Strength.STRONG
        return Wish(-1 if difference > 0 else 1, strength, difference)
    return Wish(-1 if colours[-1] else 1, Strength.MILD, 0)


def higher_has_first(
    higher: Sequence[bool], lower: Sequence[bool], *, number: int, first_has_first: bool
) -> tuple[bool, ColourReason]:
    """Whether the higher ranked of two has the first colour, and why; `number` is its pairing number, from 1.

    With equal wishes the difference decides where both are absolute; then the last round in which their colours
    differed is turned round; then the higher ranked gets its wish.
    """
    one, other = wish(tuple(higher)), wish(tuple(lower))
    if one.side == other.side == 0:
        return (number % 2 == 1) == first_has_first, ColourReason.LOT
    if one.side != other.side:
        return (one.side or -other.side) > 0, ColourReason.BOTH_GRANTED
    if _weight(one) != _weight(other):
        return (one.side > 0) == (_weight(one) > _weight(other)), ColourReason.STRONGER
    for mine, theirs in zip(reversed(higher), reversed(lower), strict=False):
        if mine != theirs:
            return not mine, ColourReason.ALTERNATED
    return one.side > 0, ColourReason.HIGHER_RANKED


def _weight(wanted: Wish) -> tuple[int, int]:
    return wanted.strength, abs(wanted.difference) if wanted.strength is Strength.ABSOLUTE else 0
