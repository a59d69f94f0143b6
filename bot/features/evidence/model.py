"""Pictures and texts that both sides and the arbiter bring to a dispute: how many, and how long they are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.kernel.ids import PersonId
from bot.people.model import Person
from bot.play.matches import Report, ReportAnswer

PICTURE: Final = "jpg"
TEXTS: Final = ("txt", "sgf", "pgn", "log", "csv", "json")
"""Endings of texts that are taken."""
LARGEST_TEXT: Final = 64_000
"""Bytes."""
MOST_EACH: Final = 3
"""Files of one person in one dispute."""
MOST: Final = 8
"""Files in one dispute: as many as one answer shows beside its words."""


@dataclass(frozen=True, slots=True)
class ProofFile:
    """What was made of a file that somebody sent."""

    ending: str
    data: bytes

    @property
    def is_picture(self) -> bool:
        """Whether it is shown, and not offered to be opened."""
        return self.ending == PICTURE


@dataclass(frozen=True, slots=True)
class Proof:
    """One file in a dispute, by whom and when."""

    number: int
    person_id: PersonId
    file: ProofFile
    added_at: datetime

    @property
    def name(self) -> str:
        """A name of our own, whatever it was called."""
        return f"proof-{self.number}.{self.file.ending}"


@dataclass(frozen=True, slots=True)
class ProofCount:
    """How much proof there is in a match's last dispute, as its card says it."""

    count: int
    report_id: str
    is_open: bool
    """Whether more can be brought."""


@dataclass(frozen=True, slots=True)
class ProofsView:
    """The proof of a dispute for who may look at it, with who brought it."""

    proofs: tuple[Proof, ...]
    people: dict[PersonId, Person]


def last_dispute(reports: Iterable[Report]) -> Report | None:
    """The latest report that the other side disputed, or that differs from theirs."""
    disputed = [report for report in reports if is_disputed(report)]
    return disputed[-1] if disputed else None


def is_disputed(report: Report) -> bool:
    """Whether the two sides did not agree on it, whatever became of it."""
    differs = report.dispute is not None or report.counter is not None
    return differs or report.answer is ReportAnswer.DISPUTED
