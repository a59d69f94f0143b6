"""What people look at of votes, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.voting.attendance import Attendance, Excuse
from bot.domain.voting.votes import Tally, Vote


@dataclass(frozen=True, slots=True)
class VoteView:
    """A vote as it stands. While it runs nothing is in here but how many ballots were cast, and by whom not yet."""

    vote: Vote
    people: Mapping[PersonId, Person]
    closes_at: datetime
    cast: int
    asked: int
    """Of how many: while it runs those who lost their voice meanwhile stay in both numbers."""
    entitled: int
    waiting: tuple[Person, ...]
    """Entitled people who have not voted."""
    commitment: str | None
    """Where a lot may have to decide: the hash whose origin the minutes reveal."""
    link: str | None
    """Where the card stands: guild, channel and message."""
    tally: Tally | None
    """None until the close."""
    excuse_until: datetime | None
    """Until when a reason for having missed it is heard."""
    in_vain: bool
    """Whether what was decided had nothing left to do at the close."""


@dataclass(frozen=True, slots=True)
class ExcuseView:
    """A reason for having missed a vote, and who answers or answered it."""

    vote: Vote
    person: Person
    excuse: Excuse
    answers: Person | None
    """The leader, or the President where it is the leader's own."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody who may be removed for absences (AIJE-A02-6), and who may propose it."""

    person: Person
    attendance: Attendance
    leader: Person | None
    open_removal: bool
    """Whether the removal is proposed already."""


@dataclass(frozen=True, slots=True)
class AttendanceSheet:
    """The committee's attendance, one line for each member, and who they are."""

    lines: tuple[Attendance, ...]
    people: Mapping[PersonId, Person]
