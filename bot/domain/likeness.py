"""When two names can be one person's: drawn alike, written in another order, or a slip of the pen apart."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_INVISIBLE: Final = frozenset({"Cf", "Cc", "Co", "Cn"})
_LATIN: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοιρυ",  # noqa: RUF001 - they are here because they are confused
    "ABESIJKMHOPCTYXaesijopcyxhdqwABEZHIKMNOPTYXavoipu",
)
"""Cyrillic and Greek letters that are drawn as Latin ones."""
_MOST_SLIPS: Final = 2
_ONE_SLIP: Final = 4
"""From so many letters on a name may have one of them wrong, and from twice as many on two."""


@lru_cache(maxsize=16_384)
def look(text: str) -> str:
    """What a reader sees: the same for two names that are drawn alike."""
    plain = unicodedata.normalize("NFKC", text).translate(_LATIN).casefold()
    seen = "".join(one for one in plain if unicodedata.category(one) not in _INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", seen).split())


@lru_cache(maxsize=16_384)
def sound(text: str) -> str:
    """As `look`, without accents and signs: what is left when somebody types in haste."""
    bare = unicodedata.normalize("NFKD", look(text))
    return " ".join("".join(one if one.isalnum() else " " for one in bare if not unicodedata.combining(one)).split())


@lru_cache(maxsize=16_384)
def _letters(text: str) -> str:
    return sound(text).replace(" ", "")


def same_name(one: str, other: str) -> bool:
    """Whether the names differ in capitals, accents, signs or spaces alone."""
    return _letters(one) == _letters(other) or look(one) == look(other)


def alike(one: str, other: str) -> bool:
    """Whether both can be meant for one person.

    Numbers tell people apart, "Ana 2" is not "Ana 3", and nobody slips on the first letter.
    """
    mine, theirs = _letters(one), _letters(other)
    if abs(len(mine) - len(theirs)) > _MOST_SLIPS:
        # Among thousands of names this settles nearly all at once.
        return False
    if same_name(one, other) or (mine and sorted(sound(one).split()) == sorted(sound(other).split())):
        return True
    if mine[:1] != theirs[:1]:
        return False
    if [x for x in mine if x.isdigit()] != [x for x in theirs if x.isdigit()]:
        return False
    slips = min(len(mine), len(theirs)) // _ONE_SLIP
    return _within(mine, theirs, min(slips, _MOST_SLIPS))


def _within(one: str, other: str, slips: int) -> bool:
    """Whether so many letters added, left out, changed or swapped with their neighbour make one of the other."""
    if one == other:
        return True
    if slips <= 0 or abs(len(one) - len(other)) > slips:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    mine, theirs = one[at:], other[at:]
    swapped = mine[:2] == theirs[:2][::-1] and len(mine) > 1
    return (
        _within(mine[1:], theirs, slips - 1)
        or _within(mine, theirs[1:], slips - 1)
        or _within(mine[1:], theirs[1:], slips - 1)
        or (swapped and _within(mine[2:], theirs[2:], slips - 1))
    )
