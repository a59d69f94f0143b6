"""What the owner brings along, and remembers of the move."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from rehearsal.script import Memory

HERE: Final = {"Ana": 2140, "Bruno": 2110, "Chiara": 2080, "Diego": 2050}
ELSEWHERE: Final = {"Elena": 2020, "Fabio": 1990, "Gabi": 1960, "Hugo": 1930}
"""Without Discord."""
FORGOTTEN: Final = {"Irene": 1900, "Joana": 1870}
"""On the second list, which comes before the founding is done."""
IN_TIME: Final = {"Kevin": 1840}
"""On a list of the seven days that are left."""
TOO_LATE: Final = {"Livia": 1810}
OWN: Final = 2300
"""The owner's rating, by the own list."""
TITLE: Final = "GM"
"""What the owner would have by a later one."""
LESS: Final = "IM"
"""What the owner asks for after the objection."""
PAST: Final = "Open of before"
PLAYED: Final = ("Olga", "Ana", "Elena", "Fabio")
"""Last year, best first."""


@dataclass(slots=True)
class Alone(Memory):
    """What the owner remembers of it."""

    people: list[Member]
    moments: dict[str, datetime] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)
    """What everybody was asked in public."""
    refused: dict[str, Answer] = field(default_factory=dict)
    """What somebody was told who may not."""

    asked_again: Post | None = None
    """The preview of a list about the owner, after what the last one said was objected to."""

    @property
    def owner(self) -> Member:
        """Who does all of it."""
        return self.play.stage.owner

    def remember(self, what: str) -> None:
        """Something happens now."""
        self.moments[what] = self.play.stage.now
