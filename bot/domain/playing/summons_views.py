"""A call of who runs an event as it is read: whom it names, and what waits."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import MemberId, RoleId
from bot.domain.playing.summons import OpenMatter


@dataclass(frozen=True, slots=True)
class MatterView:
    """One matter: `people` play in its match, `called` is the name of what it is about, `link` leads to its card."""

    matter: OpenMatter
    tournament: Tournament | None = None
    people: tuple[Person, ...] = ()
    called: str = ""
    link: str | None = None


@dataclass(frozen=True, slots=True)
class CallView:
    """A call: what waits, who is named, and who of them plays in a match that it is about."""

    matters: tuple[MatterView, ...]
    named: tuple[Person, ...]
    role: RoleId | None = None
    owner: MemberId | None = None
    """Where there is nobody else."""
    playing: tuple[Person, ...] = ()

    @property
    def others(self) -> tuple[Person, ...]:
        """Those named who play in none of the matches."""
        return tuple(one for one in self.named if one not in self.playing)

    @property
    def is_settled(self) -> bool:
        """Whether nothing waits any more."""
        return all(one.matter.settled_at is not None for one in self.matters)
