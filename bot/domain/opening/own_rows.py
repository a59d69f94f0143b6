"""A row of a list about who sent it, which a second person signs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.domain.community import Person
from bot.domain.opening.plans import LinePlan
from bot.domain.signing.signatures import Signed, Wish


@dataclass(frozen=True, slots=True)
class OwnRow(Wish):
    """One row of a list about its own sender."""

    kind: ClassVar[Signed] = Signed.OPENING_LIST

    line: str
    """What was read of it, as JSON."""
    file_name: str
    file_hash: str
    dated_at: int
    """The day of the list, in milliseconds."""


@dataclass(frozen=True, slots=True)
class OwnRowTold:
    """What the row would change, for its card."""

    file_name: str
    person: Person
    plan: LinePlan
