"""Which names are drawn alike, and which show nothing, as Unicode says it (UTS 39, and DerivedCoreProperties).

Unicode's table of confusables comes with the package `confusable-homoglyphs`: 1 l I, 0 O, rn m, and the letters of
Armenian, Cherokee, Greek, Cyrillic and others that are drawn as Latin ones.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final

BLANK_LETTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""What Unicode calls a letter or a symbol and nobody sees: the fillers of Hangul, and the empty cell of Braille.

All else that shows nothing is a control, a mark or a space by its category.
"""
_NOT_DRAWN: Final = ("Cc", "Cf", "Cs", "Co")
_MARK: Final = "\u200e"
"""The package puts it around letters that are written from right to left."""


def is_drawn(char: str) -> bool:
    """Whether a reader sees anything of the letter; a space and a mark on it count as seen."""
    return char not in BLANK_LETTERS and unicodedata.category(char) not in _NOT_DRAWN


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen: spaces, marks without a letter, controls and fillers alone."""
    return not any(is_drawn(char) and unicodedata.category(char)[0] in "LNPS" for char in text)


@lru_cache(maxsize=16_384)
def skeleton(text: str) -> str:
    """The same for two texts that are drawn alike: UTS 39's skeleton, in small letters, spaces counted once.

    A capital L alone stays one: it is not drawn as l, which is drawn as I is, and Lan is not Ian.
    """
    if text.isascii() and text.isprintable():
        return _fold(text)
    seen = "".join(char for char in unicodedata.normalize("NFKC", text) if is_drawn(char))
    return unicodedata.normalize("NFC", _fold(unicodedata.normalize("NFD", seen)))


def _fold(text: str) -> str:
    prototypes = _prototypes()
    mapped = "".join(prototypes.get(char, char) for char in text)
    return " ".join("L".join(part.casefold() for part in mapped.split("L")).split())


@cache
def _prototypes() -> Mapping[str, str]:
    """The letter, or letters, that stand for each letter which is drawn as they are.

    The package names pairs and not which of the two is the prototype. Several letters are always one; of single letters
    that are drawn alike it is the letter with most of the others beside it.
    """
    # It is read when two names are compared for the first time, and takes 40 ms.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    pairs = {_bare(one): [_bare(other["c"]) for other in others] for one, others in confusables_data.items()}
    several = {one: other for one, others in pairs.items() for other in others if len(one) == 1 < len(other)}
    return several | _of_single_letters(pairs, several.keys())


def _of_single_letters(pairs: Mapping[str, list[str]], done: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in sorted(pairs, key=lambda letters: (-len(pairs[letters]), letters)):
        if len(one) == 1 and one not in done and one not in found:
            found |= dict.fromkeys(_alike(one, pairs) - set(done), one)
    return found


def _alike(char: str, pairs: Mapping[str, list[str]]) -> set[str]:
    """All single letters that are drawn as this one is."""
    found, asked = {char}, [char]
    while asked:
        new = {other for other in pairs.get(asked.pop(), ()) if len(other) == 1} - found
        found |= new
        asked += new
    return found


def _bare(letters: str) -> str:
    return letters.replace(_MARK, "")
