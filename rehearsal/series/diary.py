"""What people remember of a series beside its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rehearsal.cups.cup import Cup
from rehearsal.diary import EventDiary
from rehearsal.members import Answer
from rehearsal.script import Memory

NAME: Final = "Aurora"
PLACES: Final = (10, 6, 4, 4, 3, 2, 1, 1)
PLAYED: Final = 1
BEST: Final = 2
FINALISTS: Final = 3
"""What the organiser types into the form."""


@dataclass(slots=True)
class Season(Memory):
    """The series under way."""

    counted: list[EventDiary] = field(default_factory=list)
    """The events that count to the end, in their order."""
    guest: EventDiary | None = None
    """The event that counted for a while."""
    final: EventDiary | None = None
    cups: dict[str, Cup] = field(default_factory=dict)
    declined: int | None = None
    """Who left a seat to the next."""
    outside: Answer | None = None
    """What was told who wanted to play the final without a seat."""
    looked: dict[str, Answer] = field(default_factory=dict)
    """The standings as somebody looked at them, by when that was."""
    asked_me: dict[int, Answer] = field(default_factory=dict)
    """What /me told, by member, before the final."""
