"""What the members of the committee did, written down by themselves: who could vote, and how everybody pressed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from bot.rehearsal.members import Answer, Member
from bot.rehearsal.posts import Post


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press on a ballot; `choice` is yes, no, null, or a candidate's Discord id in figures."""

    at: datetime
    member: int
    choice: str


@dataclass(slots=True)
class Held:
    """One vote as its people lived it; everybody by Discord id."""

    vote_id: str
    kind: str
    question: str
    card: Post
    electorate: frozenset[int]
    subject: int | None = None
    candidates: tuple[int, ...] = ()
    ballot: int = 1
    pressed: list[Pressed] = field(default_factory=list)
    refused: dict[int, Answer] = field(default_factory=dict)

    def ballots(self, until: datetime | None = None) -> dict[int, str]:
        """Everybody's last word up to the moment."""
        return {one.member: one.choice for one in self.pressed if until is None or one.at <= until}


@dataclass(slots=True)
class Ledger:
    """The season: the votes in their order, and the one case with its appeal."""

    committee: list[Member]
    leader: Member
    president: Member
    votes: list[Held] = field(default_factory=list)
    accused: Member | None = None
    barred_answer: Answer | None = None
    """What the accused was told who tried to register while the verdict held."""
    free_answer: Answer | None = None
    """The same after the appeal."""
    appeal_reason: str = ""
    offered_removal: Post | None = None

    def of(self, kind: str) -> list[Held]:
        """The votes of a kind."""
        return [one for one in self.votes if one.kind == kind]
