"""What people remember of the move: the answers that count, and the games of the match for the title."""

from __future__ import annotations

from dataclasses import dataclass, field

from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.script import Memory


@dataclass(slots=True)
class Move(Memory):
    """The move under way."""

    people: dict[str, Member] = field(default_factory=dict)
    """Those of the list who are in the server, by name."""
    opened: EventDiary | None = None
    """The first Open here."""
    title: EventDiary | None = None
    """The match for the title."""
    knocked: Answer | None = None
    """What the barred one was told who wanted to play."""
    outside: Answer | None = None
    """What was told who wanted to play for the title without a seat."""
    asked: set[int] = field(default_factory=set)
    """Who was asked by an invitation, by Discord id."""
    won: dict[int, int] = field(default_factory=dict)
    """Games of the match for the title, by Discord id."""

    def ids(self, *names: str) -> list[int]:
        """Discord ids of people by name."""
        return [self.people[name].id for name in names]
