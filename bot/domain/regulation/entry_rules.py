"""Who may enter beside what `[registration]` says: by a role, by rating, by the age of the Discord account."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.domain.ids import RoleId
from bot.domain.regulation.format_rules import within

HIGHEST_RATING: Final = 10_000
ACCOUNT_AGES: Final = tuple(timedelta(days=one) for one in (0, 1, 7, 30, 90, 365))
"""What is offered of ages of an account; none is the first."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Conditions that whoever enters meets at that moment; nobody is asked for them again."""

    role: str | None = None
    """The Discord role that one must have, by its id; None asks for none."""
    rating_from: int | None = field(default=None, metadata=within(0, HIGHEST_RATING))
    """The lowest rating that enters. Who has none has not shown it, and does not."""
    rating_below: int | None = field(default=None, metadata=within(1, HIGHEST_RATING))
    """The lowest rating that does not enter. Who has none enters: nobody is too strong who has shown nothing."""
    account_age: timedelta = timedelta(0)
    """How old the Discord account is at the least."""

    @property
    def role_id(self) -> RoleId | None:
        """The role as Discord counts it."""
        return None if self.role is None else RoleId(int(self.role))


def entry_of(rules: EntryRules) -> EntryRules | None:
    """The conditions, or None where they ask for nothing."""
    return None if rules == EntryRules() else rules
