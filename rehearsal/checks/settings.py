"""The rulebook itself: whoever bears the name of a regulation's event is set as that regulation says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rehearsal import regulation
from rehearsal.hearing import CheckRow, Hearing
from rehearsal.outcomes import settings


def as_the_regulation_says(hearing: Hearing) -> Iterator[str]:
    """No setting contradicts what was written from the regulation's own text."""
    return contradictions(hearing.play.rulebook)


def contradictions(rulebook: Path) -> Iterator[str]:
    """What is set otherwise in that file."""
    return settings.contradictions(regulation.read_file(rulebook))


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("the regulation", "The rulebook is set as its regulation says", as_the_regulation_says),
)
