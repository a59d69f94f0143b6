"""Who has the first colour where that is guessed: the one with the higher grade hides a number of stones (GO-10).

The other says whether the number is odd or even, and takes the first colour when right, the second when wrong. Of equal
grades the older would hide; ages are not known here, so the lot of the draw says who does. The bot hides the number: it
shows the hash of a secret first and the secret afterwards, from which the number follows for anybody.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.events.draw import Stream
from bot.domain.grades import Grade
from bot.domain.ids import ContestId, PersonId
from bot.domain.rulebook import Rulebook

MOST_STONES: Final = 20
_TAG: Final = "arbiter-guess-v1"
_TWO: Final = 2


class Parity(StrEnum):
    """What the guesser says of the number."""

    ODD = "odd"
    EVEN = "even"


class WhyHides(StrEnum):
    """Why a side hides the stones."""

    GRADE = "grade"
    """The higher grade."""
    LOT = "lot"
    """Equal grades, or none known: ages are unknown, so the lot says it (GO-10, Reading)."""


class GuessFault(StrEnum):
    """What can be wrong with a guess on record."""

    FIRST_SIDE = "first_side"
    """By the number and what was said of it the other side has the first colour."""
    HIDER = "hider"
    """By the grades or the lot the other side hides."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The guess of one contest; `said` is None until the guesser has spoken."""

    contest_id: ContestId
    hider: int
    why: WhyHides
    secret: str
    """Thirty-two bytes in hexadecimal, shown once the guess is made."""
    opened_at: datetime
    said: Parity | None = None
    said_at: datetime | None = None
    said_by: PersonId | None = None

    @property
    def guesser(self) -> int:
        """The side that says odd or even."""
        return 1 - self.hider

    @property
    def commitment(self) -> str:
        """What is shown first: SHA-256 of the tag, the contest and the secret, one to a line."""
        return commitment(self.contest_id, self.secret)

    @property
    def number(self) -> int:
        """The stones that are hidden, from 1."""
        return stones(self.secret)

    @property
    def is_right(self) -> bool:
        """Whether what was said is so."""
        return self.said is not None and self.said is (Parity.ODD if self.number % _TWO else Parity.EVEN)

    @property
    def first_side(self) -> int | None:
        """The side with the first colour; None until the guess is made."""
        if self.said is None:
            return None
        return self.guesser if self.is_right else self.hider


def is_guessed(rulebook: Rulebook) -> bool:
    """Whether the rulebook has the first colour guessed (GO-10)."""
    return rulebook.games is not None and rulebook.games.guessing


def commitment(contest_id: ContestId, secret: str) -> str:
    """The hash that is shown before the guess, in hexadecimal."""
    return hashlib.sha256(f"{_TAG}\n{contest_id}\n{secret}".encode()).hexdigest()


def stones(secret: str) -> int:
    """The number that a secret hides: fair between 1 and `MOST_STONES`."""
    return 1 + Stream(hashlib.sha256(bytes.fromhex(secret)).digest()).below(MOST_STONES)


def who_hides(grades: tuple[Grade | None, Grade | None], contest_id: ContestId, seed: str) -> tuple[int, WhyHides]:
    """The side that hides, and why; `seed` is the one of the draw, by which the lot can be run again."""
    first, second = (None if grade is None else grade.strength for grade in grades)
    if first is not None and second is not None and first != second:
        return (0 if first > second else 1), WhyHides.GRADE
    if (first is None) != (second is None):
        return (1 if first is None else 0), WhyHides.GRADE
    sown = hashlib.sha256(f"{_TAG}\n{contest_id}\n{seed}".encode()).digest()
    return Stream(sown).below(_TWO), WhyHides.LOT


def fault_of(
    guess: Guess, first_side: int, grades: tuple[Grade | None, Grade | None], seeds: Collection[str]
) -> GuessFault | None:
    """What does not follow of a guess that was made: the colours from its number, or who hid it.

    `seeds` are those of the draws that can have been the last one when it was opened. Grades that are not known now may
    have been known then, so the higher grade is believed unless both are known.
    """
    if guess.first_side != first_side:
        return GuessFault.FIRST_SIDE
    if guess.why is WhyHides.LOT:
        lots = {who_hides((None, None), guess.contest_id, seed)[0] for seed in seeds}
        return None if guess.hider in lots else GuessFault.HIDER
    return GuessFault.HIDER if guess.hider == _lower_graded(grades) else None


def _lower_graded(grades: tuple[Grade | None, Grade | None]) -> int | None:
    """The side with the lower grade; None where one is not known, and where they are equal."""
    first, second = grades
    if first is None or second is None or first.strength == second.strength:
        return None
    return 0 if first.strength < second.strength else 1


def export(guesses: Iterable[Guess]) -> str:
    """Every guess that was made, as JSON, with what it takes to work it out again (docs/fair-draw.md)."""
    lines = [
        {
            "match": one.contest_id,
            "hash": one.commitment,
            "secret": one.secret,
            "stones": one.number,
            "said": one.said,
            "hides": one.hider,
            "first": one.first_side,
        }
        for one in guesses
    ]
    return json.dumps(lines, indent=1)
