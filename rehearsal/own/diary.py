"""What is written down of each try: who tried which act, what was answered, and which lines of the log came of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from rehearsal import rows
from rehearsal.cast import Cast, Character, Player, others
from rehearsal.members import Answer, Member
from rehearsal.own import queries
from rehearsal.posts import Post
from rehearsal.script import Casting, Memory

Deed = Callable[[], Awaitable[Answer]]
WHY: Final = "own-why"
"""The menu from which who is alone picks a reason."""
_PLAYERS: Final = 7
"""Who hold nothing."""


class Scene(StrEnum):
    """Who else is there when somebody tries it."""

    ALONE = "alone"
    """Nobody else could decide, and nothing of the association moves."""
    OTHERS = "others"
    """Somebody else could decide, who does not play."""
    OFFICIAL = "official"
    """Nobody else could decide, and ratings move."""
    SELF = "self"
    """It is about oneself, or a rival, whatever office one holds."""
    SIGNED = "signed"
    """It is about oneself, and another officer may sign it."""


@dataclass(frozen=True, slots=True)
class Try:
    """One act that somebody tried about the own event, or about themself."""

    scene: Scene
    act: str
    """As the table of stakes calls it."""
    what: str
    member: int
    at: datetime
    answer: Answer
    lines: tuple[str, ...]
    """The acts that came onto the log meanwhile."""


@dataclass(slots=True)
class Decided:
    """What was done in public for a reason, and how players took it."""

    act: str
    what: str
    at: datetime
    public: Post
    refused: list[Answer] = field(default_factory=list)
    """What those were told who cannot object."""
    objected: list[tuple[datetime, int]] = field(default_factory=list)


@dataclass(slots=True)
class Tries(Memory):
    """What people remember who tried acts about themselves."""

    tries: list[Try] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    moments: dict[str, datetime] = field(default_factory=dict)
    """When something happened that the judge asks for."""

    async def attempt(self, scene: Scene, act: str, what: str, member: Member, deed: Deed) -> Answer:
        """Somebody tries an act; whatever comes of it is written down."""
        before, at = self._last(), self.play.stage.now
        answer = self.play.note(member, f"tries to {what}", await deed())
        lines = tuple(row["act"] for row in self._log() if row["sequence"] > before)
        self.tries.append(Try(scene, act, what, member.id, at, answer, lines))
        return answer

    def _log(self) -> list[sqlite3.Row]:
        return rows.read(self.play.stage.path, queries.OF_THE_LOG)["log"]

    def _last(self) -> int:
        return max((row["sequence"] for row in self._log()), default=0)


@dataclass(slots=True, kw_only=True)
class OwnEvent(Tries):
    """What people remember of staff who play."""

    second: Member
    """Organises too, and plays in nothing before the official event."""
    arbiter: Member
    """Holds a title and never plays."""
    in_vain: list[Answer] = field(default_factory=list)
    """What those were told who would sign and may not, or what cannot be done any more."""
    own_match: str = ""
    """The match to which the organiser did not come."""


def prepare(casting: Casting) -> OwnEvent:
    """Organiser, arbiter, President and leader play; so do seven members who hold nothing."""
    stage = casting.stage
    second = stage.member("Odile", "it", roles=[stage.organisers])
    staff = (stage.organiser, stage.arbiter, stage.president, stage.leader)
    members = (*staff, second, *(stage.member(name, locale) for name, locale in others(_PLAYERS)))
    players = tuple(
        Player(member, Character.STEADY, strength, regular=False) for strength, member in enumerate(members, start=1)
    )
    arbiter = stage.member("Bela", "es-ES")
    return OwnEvent(casting.play(Cast(players, (arbiter,))), second=second, arbiter=arbiter)
