"""What people remember of the move and of the season that follows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rehearsal.cups.cup import Cup
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.teams.diary import TeamCup
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.moving.papers import known_as
from rehearsal.script import Memory


@dataclass(slots=True)
class Move(Memory):
    """The move under way."""

    people: dict[str, Member] = field(default_factory=dict)
    """Those of the list who are in the server, by their name there."""
    teams: TeamCup | None = None
    """The team cup, the first event here."""
    opened: EventDiary | None = None
    """The first Open here."""
    seats: SeatCup | None = None
    """The invitations that follow from the League of before and from it, and the matches for the last seats."""
    league: EventDiary | None = None
    candidates: EventDiary | None = None
    cups: dict[str, Cup] = field(default_factory=dict)
    """What was seen of League and Candidates, by the event's id."""
    title: EventDiary | None = None
    """The match for the title."""
    knocked: Answer | None = None
    """What the barred one was told who wanted to play."""
    outside: dict[str, Answer] = field(default_factory=dict)
    """What was told who wanted to play without a seat, by the event's name."""
    asked: set[int] = field(default_factory=set)
    """Who was asked to play for the title, by Discord id."""
    won: dict[int, int] = field(default_factory=dict)
    """Games of the match for the title, by Discord id."""

    def ids(self, *names: str) -> list[int]:
        """Discord ids of people by their name on the list, or in the server."""
        return [self.people[known_as(name)].id for name in names]
