"""What the people of a ladder remember, and what its file says."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from rehearsal import regulation
from rehearsal.cups.cup import Cup
from rehearsal.members import Answer
from rehearsal.posts import Post


@dataclass(frozen=True, slots=True)
class LadderNumbers:
    """The numbers of the file."""

    reach: int
    lasts: timedelta
    report_within: timedelta | None
    """After which a match that nobody reports is void; None where it waits."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Somebody chose, in a card of before, whom the new one offers no more."""

    at: datetime
    member: int
    entrant: str
    answer: Answer


@dataclass(slots=True, kw_only=True)
class LadderCup(Cup):
    """The ladder under way."""

    numbers: LadderNumbers
    opened: Post | None = None
    """The post that tells in which places everybody begins."""
    climbed: int = 0
    """Challenges that were taken."""
    tried: list[Tried] = field(default_factory=list)
    untold: str | None = None
    """The match whose two players came, and told nobody how it ended."""
    too_late: list[Answer] = field(default_factory=list)
    """What everybody was told who pressed Challenge after the end."""


def is_ladder(path: Path) -> bool:
    """Whether the rulebook is one of challenges."""
    return bool(regulation.tables(path)["format"] == "ladder")


def read(path: Path) -> LadderNumbers:
    """The numbers of the file."""
    told = regulation.tables(path)["ladder"]
    within = told["report_within"]
    return LadderNumbers(
        told["reach"],
        regulation.duration(told["lasts"]),
        None if within == "none" else regulation.duration(within),
    )
