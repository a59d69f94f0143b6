"""What a server can hold an event by, in the order in which it is offered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.rulebook import Rulebook


class Shelf(StrEnum):
    """Where a rulebook comes from; the order is that of offering."""

    OWN = "own"
    """The server saved or uploaded it."""
    ORDINARY = "ordinary"
    """A preset for any game: without accounts, without arbiters, unrated."""
    REGULATION = "regulation"
    """A preset of somebody's regulation."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A rulebook that can be chosen."""

    rulebook: Rulebook
    shelf: Shelf

    @property
    def name(self) -> str:
        """The short word by which services find it."""
        return self.rulebook.name
