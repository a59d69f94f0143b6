"""A line of text in any script: cleaned, cut into runs of one face and one direction, measured, shortened to fit.

Faces are chosen per cluster (a letter with its marks, an emoji with its joiners) from `fonts/coverage.txt`, read
once. Directions follow the Unicode bidirectional algorithm as far as a single line of names needs it: no embeddings
or overrides, since those are removed.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageFont


# --- which face draws which character -------------------------------------------------------------------------------


FONTS = Path(__file__).parent / "fonts"
_EMOJI = "NotoEmoji-Medium.ttf"
_SYMBOLIC = frozenset(
    {_EMOJI, "NotoSansSymbols-Medium.ttf", "NotoSansSymbols2-Regular.ttf", "NotoSansMath-Regular.ttf"}
)
_TEXT_FACE = "Inter-Medium.otf"
_BOLD_FACE = "Inter-SemiBold.otf"

Ranges = tuple[tuple[int, ...], tuple[int, ...]]
"""First and last code points of the ranges, each in ascending order."""


class Weight(StrEnum):
    """The two weights that our own letters have; the faces of other scripts have one."""

    MEDIUM = "medium"
    SEMIBOLD = "semibold"


def _ranges(words: list[str]) -> Ranges:
    pairs = [word.partition("-") for word in words]
    return (
        tuple(int(first, 16) for first, _, _ in pairs),
        tuple(int(last or first, 16) for first, _, last in pairs),
    )


@cache
def _coverage() -> dict[str, Ranges]:
    """Each face's characters, in order of preference."""
    lines = (FONTS / "coverage.txt").read_text(encoding="ascii").splitlines()
    return {words[0]: _ranges(words[1:]) for words in (line.split() for line in lines)}


@lru_cache(maxsize=8192)
def _faces_with(char: str) -> tuple[str, ...]:
    """The faces that have the character, the preferred one first."""
    point = ord(char)
    found: list[str] = []
    for name, (firsts, lasts) in _coverage().items():
        place = bisect_right(firsts, point) - 1
        if place >= 0 and point <= lasts[place]:
            found.append(name)
    return tuple(found)


def covers(face: str, chars: str) -> bool:
    """Whether the face has all these characters."""
    return all(face in _faces_with(char) for char in chars)


def face_for(chars: str, as_emoji: bool) -> str | None:
    """The preferred face with all of `chars`, or else with the first of them; None when no face has it."""
    if as_emoji and covers(_EMOJI, chars[:1]):
        return _EMOJI
    candidates = _faces_with(chars[0])
    return next((face for face in candidates if covers(face, chars[1:])), candidates[0] if candidates else None)


def may_continue(face: str) -> bool:
    """Whether spaces and punctuation may stay in this face, which keeps a run of letters whole for shaping."""
    return face not in _SYMBOLIC


def is_emoji_face(face: str) -> bool:
    """Whether this face draws emoji."""
    return face == _EMOJI


@lru_cache(maxsize=256)
def open_face(face: str, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The face at `size` pixels to the em, shaped by RAQM."""
    from PIL import ImageFont  # noqa: PLC0415  (as in `drawing`: bracket texts need this module without Pillow)

    name = _BOLD_FACE if face == _TEXT_FACE and weight is Weight.SEMIBOLD else face
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.RAQM)


# --- lines ----------------------------------------------------------------------------------------------------------


ELLIPSIS = "…"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
FIGURES = ("tnum", "calt", "kern")
"""Figures of one width, so that scores stand still."""

_JOINER = "\N{ZERO WIDTH JOINER}"
_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
_KEYCAP = "\N{COMBINING ENCLOSING KEYCAP}"
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_LONGEST = 240
_APART = re.compile(r"(?<=\S) \([^\s()]+\)$")
_MOST_MARKS = 3


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one face; `face` None is a box for what no face has. `x` from the line's left."""

    text: str
    face: str | None
    backwards: bool
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class SetLine:
    """A measured line, its runs from left to right."""

    runs: tuple[Run, ...]
    width: float
    size: int
    weight: Weight


def _visible_characters(text: str) -> Iterator[str]:
    """The visible characters: no controls, no direction overrides, no towers of combining marks."""
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if unicodedata.category(char)[0] == "Z" or char in "\t\n\r":
            yield " "
        elif marks <= _MOST_MARKS and _is_seen(char):
            yield char


def _is_seen(char: str) -> bool:
    hidden = unicodedata.category(char) in ("Cc", "Cf", "Cs") or char in _BLANKS
    return not hidden or char in (_JOINER, _NON_JOINER)


def clean(text: str) -> str:
    """`text` on one line without anything invisible; U+FFFD, drawn as a box, when nothing is left."""
    kept = "".join(_visible_characters(unicodedata.normalize("NFC", text[:_LONGEST])))
    return " ".join(kept.split()).strip(_JOINER + _NON_JOINER) or UNKNOWN


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _belongs(char: str, cluster: str) -> bool:
    """Whether `char` is part of the cluster before it."""
    if unicodedata.category(char)[0] == "M" or char in (_JOINER, _NON_JOINER) or cluster.endswith(_JOINER):
        return True
    return "\U0001f3fb" <= char <= "\U0001f3ff" or (
        _is_flag_letter(char) and len(cluster) == 1 and _is_flag_letter(cluster)
    )


def clusters(text: str) -> list[str]:
    """The text in pieces that a reader sees as one sign each."""
    found: list[str] = []
    for char in text:
        if found and _belongs(char, found[-1]):
            found[-1] += char
        else:
            found.append(char)
    return found


def _visible(cluster: str) -> str:
    return "".join(char for char in cluster if char not in (_JOINER, _NON_JOINER) and not "\ufe00" <= char <= "\ufe0f")


def _wants_emoji(cluster: str) -> bool:
    signs = (_EMOJI_STYLE, _KEYCAP)
    return len(cluster) > 1 and (any(sign in cluster for sign in signs) or ord(cluster[0]) > 0x1F000)


def _face_of(cluster: str, before: str | None) -> str | None:
    chars = _visible(cluster)
    if not chars or chars == UNKNOWN:
        return None
    neutral = unicodedata.category(chars[0])[0] in "ZPM"
    if neutral and before is not None and may_continue(before) and covers(before, chars):
        return before
    return face_for(chars, _wants_emoji(cluster))


def _drawable(cluster: str, face: str | None) -> str:
    """What is handed to the face: only what it has, so that no face draws its own sign for "missing"."""
    if face is None:
        return cluster[:1]
    if is_emoji_face(face):
        return "".join(char for char in cluster if char in (_JOINER, _EMOJI_STYLE) or covers(face, char))
    joiners = (_JOINER, _NON_JOINER)
    return "".join(char for char in cluster if char in joiners or (char in _visible(char) and covers(face, char)))


def _kind(cluster: str) -> str:
    """L, R, N (a number) or O (it takes the direction of what is around)."""
    match unicodedata.bidirectional(cluster[0]):
        case "L":
            return "L"
        case "R" | "AL":
            return "R"
        case "EN" | "AN":
            return "N"
        case _:
            return "O"


def _bind_separators(pieces: list[str], kinds: list[str]) -> None:
    """A single separator between two numbers is a part of the number: 3-2, 12:30."""
    for place in range(1, len(kinds) - 1):
        around = kinds[place - 1] == kinds[place + 1] == "N"
        if around and unicodedata.bidirectional(pieces[place][0]) in ("ES", "CS"):
            kinds[place] = "N"


def _levels(pieces: list[str]) -> list[int]:
    """The bidirectional level of each cluster; the first strong letter gives the line's own direction."""
    kinds = [_kind(piece) for piece in pieces]
    outer = next((kind for kind in kinds if kind in "LR"), "L")
    _bind_separators(pieces, kinds)
    _bind_numbers(kinds, outer)
    _settle_neutrals(kinds, outer)
    left = 2 if outer == "R" else 0
    return [{"L": left, "R": 1, "N": 2}[kind] for kind in kinds]


def _bind_numbers(kinds: list[str], outer: str) -> None:
    """A number takes the direction of the letters before it, where they go from the left."""
    strong = outer
    for place, kind in enumerate(kinds):
        if kind in "LR":
            strong = kind
        elif kind == "N" and strong == "L":
            kinds[place] = "L"


def _settle_neutrals(kinds: list[str], outer: str) -> None:
    """What has no direction takes that of its neighbours where they agree, else the line's own."""
    sides = ["R" if kind == "N" else kind for kind in kinds]
    for place, kind in enumerate(kinds):
        if kind == "O":
            before = next((side for side in reversed(sides[:place]) if side != "O"), outer)
            after = next((side for side in sides[place:] if side != "O"), outer)
            kinds[place] = before if before == after else outer


def _in_sight(runs: list[tuple[int, str | None, str]]) -> list[tuple[int, str | None, str]]:
    """Runs in the order in which they stand on the line, from the left (rule L2 of the algorithm)."""
    for level in range(max((run[0] for run in runs), default=0), 0, -1):
        groups = [list(group) for _, group in groupby(runs, key=lambda run: run[0] >= level)]
        runs = [run for group in groups for run in (reversed(group) if group[0][0] >= level else group)]
    return runs


def _width(text: str, face: str | None, size: int, weight: Weight, backwards: bool) -> float:
    if face is None:
        return size * 0.72 * len(text)
    direction = "rtl" if backwards else "ltr"
    return open_face(face, weight, size).getlength(text, direction=direction, features=list(FIGURES))


@lru_cache(maxsize=4096)
def _line(text: str, size: int, weight: Weight) -> SetLine:
    pieces = clusters(text)
    runs: list[tuple[int, str | None, str]] = []
    face: str | None = None
    for piece, level in zip(pieces, _levels(pieces), strict=True):
        face = _face_of(piece, face)
        if runs and runs[-1][:2] == (level, face):
            runs[-1] = (level, face, runs[-1][2] + _drawable(piece, face))
        else:
            runs.append((level, face, _drawable(piece, face)))
    placed: list[Run] = []
    x = 0.0
    for level, face, drawn in _in_sight(runs):
        width = _width(drawn, face, size, weight, level % 2 == 1)
        placed.append(Run(drawn, face, level % 2 == 1, x, width))
        x += width
    return SetLine(tuple(placed), x, size, weight)


@lru_cache(maxsize=4096)
def set_line(text: str, size: int, weight: Weight = Weight.MEDIUM, widest: float | None = None) -> SetLine:
    """`text` as one line, at most `widest` pixels wide: what does not fit gives way to an ellipsis.

    Of a name that is told apart it is the name that gives way, not the user name behind it.
    """
    cleaned = clean(text)
    line = _line(cleaned, size, weight)
    if widest is None or line.width <= widest:
        return line
    end = _told_apart(cleaned)
    pieces = clusters(cleaned.removesuffix(end))
    if end and _line(ELLIPSIS + end, size, weight).width > widest:
        pieces, end = clusters(end.strip()), ""
    fits, too_many = 0, len(pieces)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        fits, too_many = (
            (middle, too_many) if _shorter(pieces[:middle], end, size, weight).width <= widest else (fits, middle)
        )
    return _shorter(pieces[:fits], end, size, weight)


def _shorter(pieces: list[str], end: str, size: int, weight: Weight) -> SetLine:
    return _line("".join(pieces).rstrip() + ELLIPSIS + end, size, weight)


def _told_apart(text: str) -> str:
    """The user name in brackets at its end, by which two of one name are told apart; else nothing."""
    found = _APART.search(text)
    return found[0] if found else ""
