"""A cup: its people, its rules, and what was seen of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from rehearsal.cast import Character, gather_for_a_cup
from rehearsal.cups import count
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.memory import AtTables, InArena
from rehearsal.cups.rules import CupRules
from rehearsal.diary import EventDiary
from rehearsal.hearing import Hearing
from rehearsal.members import Answer, Member
from rehearsal.script import Casting, Memory
from rehearsal.turnout import usual

if TYPE_CHECKING:  # The checks read this module.
    from rehearsal.cups.checks.rounds import Field

NAME: Final = "Cup"
_SCENES: Final = {
    "arena": frozenset(
        {
            Character.FORGETS,
            Character.LEAVES,
            Character.LAST_MINUTE,
            Character.CLAIMS_TOO_MUCH,
            Character.VANISHES,
            Character.QUITS,
            Character.LATE,
        }
    )
}
"""Who has a scene where not everybody can have one."""


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looked at the table."""

    at: datetime
    after_round: int
    """How many rounds had been told as over; below 0 when the event was."""
    answer: Answer

    @property
    def when(self) -> str:
        """The moment in words."""
        return "the final table" if self.after_round < 0 else f"after {self.after_round} rounds"


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asked why a member stands where the member stands."""

    at: datetime
    member: int
    answer: Answer


def points(field: Field, at: datetime) -> dict[str, Fraction]:
    """The points of each starter at the moment, from the scores of the contests."""
    return count.points(field.pairings, field.rules, field.entries, at)


@dataclass(slots=True)
class Cup(Memory):
    """The cup under way, and what its people remember beside the diary."""

    rules: CupRules
    looks: list[Look] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    restarted_at: datetime | None = None
    verified: Answer | None = None
    exported: Answer | None = None
    points: Callable[[Field, datetime], dict[str, Fraction]] = points
    """The judge's own count, by entrant."""
    at_tables: AtTables = field(default_factory=AtTables)
    in_arena: InArena = field(default_factory=InArena)

    @property
    def event(self) -> EventDiary:
        """What people remember of the event."""
        return self.play.diary.events[0]

    async def remember_look(self, after_round: int, answer: Answer) -> None:
        """Remembers the table that somebody saw."""
        self.looks.append(Look(self.play.stage.now, after_round, answer))
        await self._next_moment()

    async def remember_reasons(self, member: int, answer: Answer) -> None:
        """Remembers why the member stands there, as somebody was told."""
        self.asked.append(Asked(self.play.stage.now, member, answer))
        await self._next_moment()

    async def _next_moment(self) -> None:
        """Lets the time go on a little: the judge tells by moments what was settled before a table was seen."""
        await self.play.stage.advance(milliseconds=1)

    def person(self, character: Character) -> Member | None:
        """The member with the character, where there is one."""
        return next((one.member for one in self.play.cast.who(character)), None)


@dataclass(frozen=True, slots=True)
class Trial:
    """What is before the judge of a cup."""

    hearing: Hearing
    cup: Cup


def prepare(casting: Casting) -> Cup:
    """Everybody takes their place."""
    rules = cup_rules.read(casting.rulebook)
    number = casting.players or usual(rules)
    cast = gather_for_a_cup(casting.stage, number, casting.seed, among=_SCENES.get(rules.format))
    return Cup(casting.play(cast), rules)
