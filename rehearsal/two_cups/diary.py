"""What people remember of an evening with two cups, and who plays in which."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from rehearsal.diary import EventDiary
from rehearsal.members import Answer
from rehearsal.posts import Post
from rehearsal.script import Memory

CUPS: Final = ("Aurora", "Bruma")
"""The first is called a few minutes before the second."""
NAMES: Final = ("Lia", "Milo", "Nora", "Ugo", "Vera")
IN_BOTH: Final = NAMES[:3]
ALONE: Final = dict(zip(CUPS, NAMES[3:], strict=True))
APART: Final = timedelta(minutes=4)
LONGEST_WAIT: Final = timedelta(minutes=30)
"""What the rules say of the wait; the judge's own number."""
PRICE: Final = timedelta(minutes=10)
"""What a game costs of absence, by the rules of both cups."""


@dataclass(slots=True)
class TwoCups(Memory):
    """The evening under way."""

    preview: Post | None = None
    """Of the second cup, before it was confirmed."""
    registered: list[tuple[str, int, Answer]] = field(default_factory=list)
    """What who registered was told: in which cup, who, and what."""
    desk: Answer | None = None
    """What the organiser saw before the start."""
    long: str = ""
    """The match of the first cup that takes longer than anybody waits."""
    ended: dict[str, datetime] = field(default_factory=dict)
    """When the score of a match was reported, by its id."""

    @property
    def events(self) -> dict[str, EventDiary]:
        """Both cups by their names."""
        return {event.name: event for event in self.play.diary.events}

    def players_in(self, cup: str) -> tuple[str, ...]:
        """Who plays in it."""
        return (*IN_BOTH, ALONE[cup])
