"""What people remember of invitations: who answered what, and what was refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from rehearsal import regulation
from rehearsal.cast import Player
from rehearsal.cups.cup import Cup
from rehearsal.diary import EventDiary
from rehearsal.members import Answer
from rehearsal.turnout import BEFORE_A_SEAT

IN_THE_LEAGUE: Final = 6
IN_THE_OPEN: Final = BEFORE_A_SEAT + 1 - IN_THE_LEAGUE
"""One plays both."""
LEAGUE, CANDIDATES, MATCH = "league", "candidates", "match"


@dataclass(frozen=True, slots=True)
class Replied:
    """An answer to an invitation."""

    member: int
    asked: str
    accepted: bool
    at: datetime


@dataclass(slots=True)
class SeatCup(Cup):
    """A match for a seat under way, with what led to it."""

    opened: str = ""
    """The ids of the Open, of the League, and of the matches by their number."""
    league: str = ""
    matches: dict[int, str] = field(default_factory=dict)
    champion: int | None = None
    replied: list[Replied] = field(default_factory=list)
    silent: int | None = None
    """Who says nothing."""
    barred: int | None = None
    """Who is barred before the invitations go out."""
    proposal: str = ""
    """What the organisers read when they let them go out."""
    refused: dict[str, Answer] = field(default_factory=dict)
    admitted: dict[int, Answer] = field(default_factory=dict)
    """What those were told who registered for the Candidates with a seat."""
    confirmed_at: datetime | None = None
    shown: Answer | None = None

    @property
    def event(self) -> EventDiary:
        """The last match for a seat."""
        return self.play.diary.events[-1]

    @property
    def league_players(self) -> tuple[Player, ...]:
        """Who plays the League."""
        return self.play.cast.players[:IN_THE_LEAGUE]

    @property
    def open_players(self) -> tuple[Player, ...]:
        """Who plays the Open."""
        return self.play.cast.players[-IN_THE_OPEN:]

    def has_declined(self, member: int, asked: str) -> bool:
        """Whether the member has said no, or nothing at all."""
        said = any(one.member == member and one.asked == asked and not one.accepted for one in self.replied)
        return said or member in (self.silent, self.barred)


def is_for_a_seat(path: Path) -> bool:
    """Whether the rulebook is a match between two who are invited to it."""
    rules = regulation.tables(path)
    return bool(rules["format"] == "knockout" and rules["registration"]["invited_only"])
