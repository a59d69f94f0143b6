"""Scores as people write them by hand: 3-1, ½-½, 1-1=2, +:-, bye."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bot.domain.contests import ResultKind, Score

BYE: Final = "bye"
_NUMBER: Final = r"(\d{1,3}(?:[.,]5|½| ?1/2)?|½|1/2)"
_PLAIN: Final = re.compile(rf"{_NUMBER}(?:\s*[-–:]\s*{_NUMBER}){{1,3}}(?:\s*=\s*(\d{{1,3}}))?", re.ASCII)
_GIVEN: Final = {"+": 1, "-": 0}
_FORFEIT: Final = re.compile(r"([+-])\s*:\s*([+-])")


@dataclass(frozen=True, slots=True)
class Told:
    """A score as it was written. Of a forfeit the games are those of the whole contest, however long it was to be."""

    score: Score = (0, 0)
    draws: int = 0
    forfeit: bool = False
    kind: ResultKind = ResultKind.PLAYED


@lru_cache(maxsize=1024)
def read_score(text: str) -> Told | None:
    """The score that the words say; None when they say none.

    "3-1" are games won, "1-1=2" those and two drawn ones. A half is half a drawn game of either side: "½-½" is one
    drawn game, "1½-½" a win and a drawn game. "+:-" is a contest given to the first side, "-:-" one that both lost by
    absence.
    """
    words = text.strip()
    if given := _FORFEIT.fullmatch(words):
        return _forfeit(tuple(_GIVEN[sign] for sign in given.groups()))
    return _parse_count(words) if _PLAIN.fullmatch(words) else None


def _forfeit(score: Score) -> Told | None:
    kind = ResultKind.WALKOVER if any(score) else ResultKind.DOUBLE_WALKOVER
    return None if all(score) else Told(score, 0, forfeit=True, kind=kind)


def _parse_count(words: str) -> Told | None:
    counted, _, drawn = words.partition("=")
    numbers = [_number(one) for one in re.split(r"\s*[-–:]\s*", counted.strip())]
    halves = [one for one in numbers if one.denominator == 2]
    if not halves:
        return Told(tuple(map(int, numbers)), int(drawn or 0))
    if drawn or len(numbers) != 2 or len(halves) != 2:
        return None
    return Told(tuple(map(int, numbers)), 1)


def write_score(score: Score, draws: int) -> str:
    """The score as `read_score` reads it: "½-½" for one drawn game, otherwise games won and drawn ones behind them."""
    if draws == 1 and score == (0, 0):
        return "½-½"
    plain = "-".join(map(str, score))
    return f"{plain}={draws}" if draws else plain


def _number(text: str) -> Fraction:
    whole = text.replace("1/2", "½").replace(",", ".")
    if whole.endswith("½"):
        return Fraction(whole[:-1].strip() or 0) + Fraction(1, 2)
    return Fraction(whole)
