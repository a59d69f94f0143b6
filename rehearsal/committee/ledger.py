"""What the members of the committee did, written down by themselves: who could vote, and how everybody pressed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.posts import Post


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
    entitled: frozenset[int]
    """At the opening."""
    subject: int | None = None
    candidates: tuple[int, ...] = ()
    ballot: int = 1
    proof: Answer | None = None
    """What the first voter of an election was told of the lot that may decide it."""
    recused: dict[int, str] = field(default_factory=dict)
    """Who would be entitled and has no vote, and why: concerned, leader, or declared while it ran."""
    pressed: list[Pressed] = field(default_factory=list)
    refused: dict[int, Answer] = field(default_factory=dict)
    """What they were told who had no vote, or came too late."""
    excused: dict[int, bool] = field(default_factory=dict)
    """Who gave a reason for having missed it, and whether the leader accepted it."""

    @property
    def electorate(self) -> frozenset[int]:
        """Whose ballots count in the end."""
        return self.entitled - {member for member, why in self.recused.items() if why == "declared"}

    def ballots(self, until: datetime | None = None) -> dict[int, str]:
        """Everybody's last word up to the moment."""
        return {one.member: one.choice for one in self.pressed if until is None or one.at <= until}


@dataclass(slots=True)
class Trial:
    """A case that came to an appeal."""

    accused: Member
    reason: str
    """Of the verdict."""
    granted_for: str
    """Why the appeal succeeded."""
    barred: Answer | None = None
    """What the accused was told who tried to register while the verdict held."""
    free: Answer | None = None
    """The same after the appeal."""
    contest_id: str | None = None
    """The match that the verdict took away."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A title that somebody was given or lost, by a press of who may decide that."""

    member: int
    title: str
    what: str
    """grant, loss, or laid_down."""


@dataclass(slots=True)
class Suggested:
    """A suggestion to the leader, and what became of it in the end."""

    author: Member
    text: str
    approved: bool | None = None
    reason: str | None = None


@dataclass(slots=True)
class Ledger:
    """The season: the votes in their order, the cases, and everything else that was decided."""

    committee: list[Member]
    leader: Member | None
    president: Member
    votes: list[Held] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    event: EventDiary | None = None
    countries: dict[int, str] = field(default_factory=dict)
    titled: list[Titled] = field(default_factory=list)
    arbiter_titles: dict[int, str] = field(default_factory=dict)
    """What everybody on the committee holds."""
    refused: dict[str, tuple[Answer, str]] = field(default_factory=dict)
    """What somebody tried who may not, what was answered, and a name or a moment that has to be in it."""
    suggested: list[Suggested] = field(default_factory=list)
    pried: list[tuple[Held, Answer]] = field(default_factory=list)
    """What others were told who asked about a vote while it ran."""
    vacancy: tuple[Answer, Post] | None = None
    """What `/office show` said while nobody led, and what was announced."""
    attendance: tuple[datetime, Answer] | None = None
    mirrored: dict[str, int] = field(default_factory=dict)
    """The role of each office and title, by what it stands for."""
    forged: tuple[Member, str] | None = None
    """Whom somebody gave a role by hand, and what it stands for."""
    exported: tuple[Member, str] | None = None
    """Who took the own data along, and the file."""
    erased: Member | None = None

    def of(self, kind: str) -> list[Held]:
        """The votes of a kind."""
        return [one for one in self.votes if one.kind == kind]
