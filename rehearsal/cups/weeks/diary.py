"""What the people of a league by the week remember, and what its file says."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from rehearsal import regulation
from rehearsal.cups.cup import Cup
from rehearsal.posts import Post


class Scene(StrEnum):
    """How the time of a match comes about."""

    BEYOND_THE_CLOCKS = "beyond the change of clocks, and the bot away at that time"
    MOVED = "moved once"
    SILENT = "one never answers"
    LAST_MINUTE = "proposed in the last minute"
    BY_STAFF = "both silent, set by staff"
    PLAIN = "agreed on"


@dataclass(frozen=True, slots=True)
class WeekNumbers:
    """The numbers of the file."""

    round_lasts: timedelta
    answer_within: timedelta
    may_move: bool


@dataclass(slots=True)
class Arranged:
    """A match and how its time came about."""

    contest_id: str
    scene: Scene
    card: Post
    sides: tuple[int, int]
    play_at: datetime | None = None
    """When it should be played, worked out from what was typed."""
    before: datetime | None = None
    """When it should have been played before it was moved."""
    told_staff_at: datetime | None = None
    away_until: datetime | None = None


@dataclass(slots=True, kw_only=True)
class WeekCup(Cup):
    """The league under way."""

    numbers: WeekNumbers
    arranged: dict[str, Arranged] = field(default_factory=dict)


def has_weeks(path: Path) -> bool:
    """Whether the two sides of a match agree on its time."""
    return "match_times" in regulation.tables(path)


def read(path: Path) -> WeekNumbers:
    """The numbers of the file."""
    told = regulation.tables(path)["match_times"]
    lasts, within = (regulation.duration(told[key]) for key in ("round_lasts", "answer_within"))
    return WeekNumbers(lasts, within, may_move=bool(told["reschedules"]))
