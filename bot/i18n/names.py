"""When two names can be one person's: drawn alike, in another order, or a slip of the pen apart; and typed text.

Drawn alike is as Unicode says it (UTS 39, and DerivedCoreProperties). Its table of confusables comes with the package
`confusable-homoglyphs`: 1 l I, 0 O, rn m, and the letters of Armenian, Cherokee, Greek, Cyrillic and others that are
drawn as Latin ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit

from bot.kernel.errors import BlankName, Missing, Subject, TooLong

# --- names that are drawn alike -------------------------------------------------------------------------------------


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
    mapped = "".join(map(_prototype, text))
    return " ".join("L".join(part.casefold() for part in mapped.split("L")).split())


@lru_cache(maxsize=16_384)
def _prototype(char: str) -> str:
    """The letter, or letters, that stand for each letter which is drawn as they are.

    The package names pairs and not which of the two is the prototype. Several letters are always one; of single letters
    that are drawn alike it is the letter with most of the others beside it.
    """
    several = _several(char)
    if several is not None:
        return several
    among = (one for one in _alike(char) if _several(one) is None)
    return min(among, key=lambda one: (-len(_drawn_as(one)), one))


def _several(char: str) -> str | None:
    return next((other for other in reversed(_drawn_as(char)) if len(other) > 1), None)


def _alike(char: str) -> set[str]:
    """All single letters that are drawn as this one is."""
    found, asked = {char}, [char]
    while asked:
        new = {other for other in _drawn_as(asked.pop()) if len(other) == 1} - found
        found |= new
        asked += new
    return found


@lru_cache(maxsize=16_384)
def _drawn_as(char: str) -> Sequence[str]:
    """What the package names beside the letter, in its order."""
    # It is read when two names are compared for the first time, and takes 12 ms; all letters at once would take 120.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    pairs = confusables_data.get(char) or confusables_data.get(f"{_MARK}{char}{_MARK}", ())
    return [other["c"].replace(_MARK, "") for other in pairs]


# --- names that are alike -------------------------------------------------------------------------------------------


K = TypeVar("K")

_LATIN: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοιρυ",  # noqa: RUF001 - they are here because they are confused
    "ABESIJKMHOPCTYXaesijopcyxhdqwABEZHIKMNOPTYXavoipu",
)
"""Cyrillic and Greek letters that are drawn as Latin ones."""
_BARE: Final = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
"""Letters that Unicode does not take apart, as whoever lacks them on the keyboard types them."""
_MOST_SLIPS: Final = 2
_ONE_SLIP: Final = 4
"""From so many letters on a name may have one of them wrong, and from twice as many on two."""


@lru_cache(maxsize=16_384)
def look(text: str) -> str:
    """What a reader sees, in small letters: the same for two names in which Cyrillic or Greek stands for Latin."""
    plain = unicodedata.normalize("NFKC", text).translate(_LATIN).casefold()
    seen = "".join(one for one in plain if is_drawn(one) and unicodedata.category(one) != "Cn")
    return " ".join(unicodedata.normalize("NFC", seen).split())


@lru_cache(maxsize=16_384)
def sound(text: str) -> str:
    """As `look`, without accents and signs: what is left when somebody types in haste."""
    bare = unicodedata.normalize("NFKD", look(text).translate(_BARE))
    return " ".join("".join(one if one.isalnum() else " " for one in bare if not unicodedata.combining(one)).split())


@lru_cache(maxsize=16_384)
def _letters(text: str) -> str:
    return sound(text).replace(" ", "")


def looks(text: str) -> tuple[str, str]:
    """Two names that nobody can tell apart share one of these: the letters in any case, or what is drawn."""
    return f"={look(text)}", f"~{skeleton(text)}"


@lru_cache(maxsize=16_384)
def _drawn_letters(text: str) -> str:
    """What is drawn, without accents, signs and spaces; of a name without a letter, all of it."""
    bare = unicodedata.normalize("NFKD", skeleton(text))
    return "".join(filter(str.isalnum, bare)) or skeleton(text)


def same_name(one: str, other: str) -> bool:
    """Whether the names differ in capitals, accents, signs, spaces or letters that are drawn alike alone."""
    same_letters = _letters(one) == _letters(other) or look(one) == look(other)
    return same_letters or _drawn_letters(one) == _drawn_letters(other)


def alike(one: str, other: str) -> bool:
    """Whether both can be meant for one person.

    Numbers tell people apart, "Ana 2" is not "Ana 3", and nobody slips on the first letter.
    """
    mine, theirs = _letters(one), _letters(other)
    if abs(len(mine) - len(theirs)) > _MOST_SLIPS:
        # Among thousands of names this settles nearly all at once.
        return _drawn_letters(one) == _drawn_letters(other)
    if same_name(one, other) or (mine and sorted(sound(one).split()) == sorted(sound(other).split())):
        return True
    if mine[:1] != theirs[:1] or _digits(mine) != _digits(theirs):
        return False
    slips = min(len(mine), len(theirs)) // _ONE_SLIP
    return _within(mine, theirs, min(slips, _MOST_SLIPS))


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _within(one: str, other: str, slips: int) -> bool:
    """Whether so many letters added, left out, changed or swapped with their neighbour make one of the other."""
    if one == other:
        return True
    if slips <= 0 or abs(len(one) - len(other)) > slips:
        return False
    at = _first_difference(one, other)
    mine, theirs = one[at:], other[at:]
    swapped = mine[:2] == theirs[:2][::-1] and len(mine) > 1
    return (
        _within(mine[1:], theirs, slips - 1)
        or _within(mine, theirs[1:], slips - 1)
        or _within(mine[1:], theirs[1:], slips - 1)
        or (swapped and _within(mine[2:], theirs[2:], slips - 1))
    )


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


class Likes(Generic[K]):
    """Many names at once, asked which of them are like one: the same as `alike` with each, without a look at all."""

    def __init__(self, names: Iterable[tuple[K, str]]) -> None:
        self._by_form: dict[tuple[str, str], list[tuple[K, str]]] = defaultdict(list)
        self._by_start: dict[tuple[str, str, int], list[tuple[K, str, int]]] = defaultdict(list)
        for key, name in names:
            for form in _forms(name):
                self._by_form[form].append((key, name))
            self._by_start[_start(name)].append((key, name, _drawn_with(name)))

    def of(self, name: str) -> list[tuple[K, str]]:
        """Who of them is like that name, the same name first; who has several names is told by the likest."""
        fitting = chain(*(self._by_form.get(form, ()) for form in _forms(name)), self._near(name))
        found: dict[K, str] = {}
        for key, known in fitting:
            if alike(known, name) and (key not in found or same_name(known, name)):
                found[key] = known
        return sorted(found.items(), key=lambda each: not same_name(each[1], name))

    def same(self, name: str) -> set[K]:
        """Who of them bears the very name."""
        return {key for key, known in self.of(name) if same_name(known, name)}

    def _near(self, name: str) -> Iterator[tuple[K, str]]:
        """Names that begin alike, about as long, of nearly the same letters: a slip changes one of them at most."""
        (first, digits, length), mine = _start(name), _drawn_with(name)
        for n in range(length - _MOST_SLIPS, length + _MOST_SLIPS + 1):
            for key, known, theirs in self._by_start.get((first, digits, n), ()):
                apart = max((mine & ~theirs).bit_count(), (theirs & ~mine).bit_count())
                if apart <= _MOST_SLIPS:
                    yield key, known


def _forms(name: str) -> set[tuple[str, str]]:
    """By which two names are one person's whatever their letters: drawn alike, the same letters, the same words."""
    words = " ".join(sorted(sound(name).split()))
    return {("look", look(name)), ("letters", _letters(name)), ("words", words), ("drawn", _drawn_letters(name))}


def _start(name: str) -> tuple[str, str, int]:
    """What two names have in common, to a length, that are a slip apart."""
    letters = _letters(name)
    return letters[:1], "".join(filter(str.isdigit, letters)), len(letters)


def _drawn_with(name: str) -> int:
    """Which letters are in a name, a bit each; letters that share one make names no less alike."""
    bits = 0
    for letter in _letters(name):
        bits |= 1 << ord(letter) % 61
    return bits


# --- text and addresses that people type ----------------------------------------------------------------------------


_UNSPEAKABLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, marks that turn the reading direction around, and halves of characters, which no file takes."""


def speakable(text: str) -> str:
    """The text without characters that cannot be shown or sent."""
    return _UNSPEAKABLE.sub("", text)


NAME_LIMIT: Final = 80
REASON_LIMIT: Final = 500


def check_text(text: str, what: Subject, limit: int) -> str:
    """The text without white space at its ends; raises Missing or TooLong, which name what it is."""
    tidy = text.strip()
    if not tidy:
        raise Missing(what=what)
    if len(tidy) > limit:
        raise TooLong(what=what, limit=limit)
    return tidy


def checked_reason(reason: str, limit: int = REASON_LIMIT) -> str:
    """As `check_text`, of a reason."""
    return check_text(reason, Subject.REASON, limit)


def checked_name(name: str) -> str:
    """The name without spare white space; raises TooLong, Missing, and BlankName where nothing of it can be seen."""
    tidy = " ".join(name.split())
    if tidy and is_blank(tidy):
        raise BlankName
    return check_text(tidy, Subject.NAME, NAME_LIMIT)


_SCHEMES: Final = {"http", "https"}
_NEVER: Final = frozenset('<>\\`"')
"""What Discord's formatting ends a link at, or builds another one with."""
_NO_LETTERS: Final = ("C", "Z")
"""Categories of characters that nobody sees, or that turn what follows them around: an address has none."""


def is_link(text: str) -> bool:
    """Whether it is one address that shows where it leads."""
    if any(char in _NEVER or unicodedata.category(char)[0] in _NO_LETTERS for char in text):
        return False
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.hostname) and port != 0 and "@" not in parts.netloc
