"""Times in which a card was gone on which somebody had to press, and what they do to its clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.outages import Outage

HELD_FOR: Final = timedelta(minutes=2)
"""So long a clock waits for its card before it is asked again whether the card is back."""


@dataclass(frozen=True, slots=True)
class CardGap:
    """`card` is "contest:ID" or the like; `stood_until` is when it was last known to stand."""

    card: str
    stood_until: datetime
    noticed_at: datetime
    held_until: datetime
    back_at: datetime | None = None

    @property
    def lost(self) -> Outage:
        """The time that does not count: until the card was back, or as long as it is waited for."""
        return Outage(self.stood_until, max(self.stood_until, self.back_at or self.held_until))


def with_gaps(outages: Iterable[Outage], gaps: Iterable[CardGap]) -> tuple[Outage, ...]:
    """All times in which nobody could press on the card."""
    return (*outages, *(gap.lost for gap in gaps))
