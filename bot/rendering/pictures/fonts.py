"""Which face draws which character, read once from `fonts/coverage.txt`."""

from __future__ import annotations

from bisect import bisect_right
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageFont

_FOLDER = Path(__file__).parent / "fonts"
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
    lines = (_FOLDER / "coverage.txt").read_text(encoding="ascii").splitlines()
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
    return ImageFont.truetype(_FOLDER / name, size, layout_engine=ImageFont.Layout.RAQM)
