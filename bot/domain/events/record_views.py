"""What is shown before and after an event is brought in from its record."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.rulebook import FormatName


@dataclass(frozen=True, slots=True)
class Arrival:
    """An event about to be brought in, or brought in: who of it is known here, by name, and who is new."""

    name: str
    format: FormatName
    official: bool
    contests: int
    known: tuple[Person, ...]
    new: tuple[str, ...]
    champion: str | None
    left_behind: bool
    """Whether the file has draws or voided contests, which stay in the file."""
