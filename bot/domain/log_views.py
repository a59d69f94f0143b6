"""The log as people read it: who did what to whom, when and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.community import Person

LINES_ON_A_PAGE: Final = 12


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. `actor` is None where a rule acted by itself, or where who acted is kept in confidence."""

    at: datetime
    act: str
    actor: Person | None
    is_confidential: bool
    about: tuple[Person, ...]
    tournament: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class LogPage:
    """One page, the latest line first. `sought` goes from page to page inside the buttons."""

    lines: tuple[LogLine, ...]
    page: int
    pages: int
    sought: str
