"""What the cast did and agreed on, written down by those who did it: the judge's own memory of the event."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from rehearsal.members import Answer
from rehearsal.posts import Post


class Ending(StrEnum):
    """How a match came to its score."""

    CONFIRMED = "confirmed"
    STOOD = "stood"
    RULED = "ruled"
    WALKOVER = "walkover"


@dataclass(slots=True)
class Played:
    """A match as its people lived it; everything by Discord id."""

    players: tuple[int, int]
    arrivals: dict[int, datetime] = field(default_factory=dict)
    games: dict[int, int] = field(default_factory=dict)
    """The score that both would sign."""
    drawn: int = 0
    """Games that nobody won."""
    ending: Ending | None = None
    reported_at: datetime | None = None
    called: Post | None = None
    """The card as it was when it came."""


@dataclass(slots=True)
class EventDiary:
    """One event, seen from the side of its people; everything by Discord id."""

    name: str
    event_id: str = ""
    announcement: Post | None = None
    registered: dict[int, datetime] = field(default_factory=dict)
    confirmed: dict[int, datetime] = field(default_factory=dict)
    withdrew: dict[int, datetime] = field(default_factory=dict)
    came_too_late: dict[int, Answer] = field(default_factory=dict)
    knocked: Answer | None = None
    """What somebody was told who has no seat and tried to enter, where seats are given."""
    matches: dict[str, Played] = field(default_factory=dict)
    """By the contest's id."""
    justified: dict[int, datetime] = field(default_factory=dict)
    quit: dict[int, datetime] = field(default_factory=dict)
    """Who left while the event ran."""
    declined: set[int] = field(default_factory=set)
    first_call: int = 0
    """How many REST calls the bot had started when the event was announced."""
    last_call: int = 0

    def missing_at(self, moment: datetime) -> set[int]:
        """Who was on the list at the moment and had neither confirmed nor left."""
        on_the_list = {member for member, at in self.registered.items() if at <= moment}
        gone = {member for done in (self.confirmed, self.withdrew) for member, at in done.items() if at <= moment}
        return on_the_list - gone

    @property
    def starters(self) -> set[int]:
        """Who confirmed and stayed."""
        return set(self.confirmed) - set(self.withdrew)

    @property
    def absentees(self) -> set[int]:
        """Who signed up and neither left nor confirmed."""
        return set(self.registered) - set(self.withdrew) - set(self.confirmed)


@dataclass(slots=True)
class Diary:
    """The whole rehearsal."""

    events: list[EventDiary] = field(default_factory=list)
    refused_barred: dict[int, Answer] = field(default_factory=dict)
    """What the barred were told who tried to register again."""
    lifted: set[int] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    """Which characters had their scene."""
