"""What an opening list would do here, line by line: what its asker and whoever confirms it look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.opening.lines import FREE, Column, LineFault, OpeningLine
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle

Value = float | int | str | datetime | tuple[int, int] | None
"""A rating, a count, a word, a moment, or months and days; None where there was nothing before."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """What becomes of one thing that is known of a person."""

    column: Column
    after: Value
    before: Value = None
    of: str = ""
    """Which account, title, championship or reason it is about."""
    since: datetime | None = None
    """From when a bar holds; `after` is its end."""


@dataclass(frozen=True, slots=True)
class LinePlan:
    """A line with the person who is meant, and all that it would change; `person` is None for somebody new."""

    line: OpeningLine
    person: Person | None
    changes: tuple[LineChange, ...]

    @property
    def does_nothing(self) -> bool:
        """Whether all of it is known already."""
        return self.person is not None and not self.changes


@dataclass(frozen=True, slots=True)
class WhoIsMeant:
    """A line whose name is asked about: who is known by such a name, and an earlier line with the same one."""

    number: int
    name: str
    alike: tuple[Person, ...]
    twin: int | None = None
    same: PersonId | None = None
    """The one who bears the very name, where nobody else can be meant."""


AT_ONCE: Final = 20
"""Very names that one press confirms."""


def very_names(questions: tuple[WhoIsMeant, ...]) -> tuple[WhoIsMeant, ...]:
    """The next very names, which one press confirms together."""
    return tuple(one for one in questions if one.same is not None)[:AT_ONCE]


def digest_of(some: tuple[WhoIsMeant, ...]) -> str:
    """What tells the very names that a card has shown from others."""
    return sha256(" ".join(f"{one.number}={one.same}" for one in some).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class OpeningPreview:
    """A draft as it would come in now."""

    draft_id: str
    file_name: str
    dated_at: datetime
    plans: tuple[LinePlan, ...]
    faults: tuple[LineFault, ...]
    questions: tuple[WhoIsMeant, ...]
    answered: int
    """Names of which somebody has said who is meant."""
    columns: tuple[Column, ...]
    """In which the file says something."""
    unread: tuple[str, ...]
    reserved: tuple[Column, ...]
    """Columns that only the server's owner or the President may bring."""
    may_confirm: bool
    """Whether who looks may bring all of it."""
    seen: str
    """What tells this preview from another: it is confirmed as it was shown, or not at all."""
    brought_at: datetime | None = None
    """When the very file was brought in before."""
    closes_at: datetime | None = None
    """When the founding is over, or was; None while its end has not begun."""
    left_out: tuple[Column, ...] = ()
    """What the file says beside that brings nothing, since the founding is over."""
    own_row: bool = False
    """Whether it says something of weight about who looks and sent it, which another has to sign."""
    has_moved: bool = False
    """Whether it is shown because something has changed since it was looked at."""

    @property
    def new(self) -> int:
        """People whom the list makes known."""
        return sum(one.person is None for one in self.plans)

    @property
    def changed(self) -> int:
        """People who are known, and of whom something changes."""
        return sum(one.person is not None and bool(one.changes) for one in self.plans)

    @property
    def unchanged(self) -> int:
        """People of whom all is known already."""
        return sum(one.does_nothing for one in self.plans)

    @property
    def can_be_confirmed(self) -> bool:
        """Whether nothing is left to be put right or asked, and something would come of it."""
        return not self.faults and not self.questions and bool(self.new + self.changed)

    @property
    def ratings(self) -> int:
        """Lines that tell a rating."""
        return sum(one.line.rating is not None for one in self.plans)


def reserved_columns(changes: tuple[LineChange, ...] | list[LineChange]) -> tuple[Column, ...]:
    """The columns of these changes that organisers may not bring, in the order of the template."""
    touched = {one.column for one in changes} - FREE
    return tuple(one for one in Column if one in touched)


@dataclass(frozen=True, slots=True)
class OpeningTold:
    """A list that came in, as everybody reads of it."""

    dated_at: datetime
    by: Person
    officers: tuple[tuple[Person, Office | ArbiterTitle | MasterTitle], ...]
    """Who holds what by it."""
    champions: tuple[tuple[Person, str], ...]
    """Who has won which championship of the world."""
    bars: int
