"""Times in which a card was gone on which somebody had to press, and what they do to its clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.outages import Outage

HELD_FOR: Final = timedelta(minutes=2)
"""So long a clock waits for its card before it is asked again whether the card is back."""
MOST_GAPS: Final = 2
"""So often a clock gets the time back in which its card was gone.

Who may delete messages and plays would stop his own clock for ever otherwise, as by removing the bot.
"""


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
    """All times in which the clock of a card stands still; its third gap, and each later one, stops it no more."""
    first = sorted(gaps, key=lambda gap: gap.stood_until)[:MOST_GAPS]
    return (*outages, *(gap.lost for gap in first))


def stops_clock(gaps: Iterable[CardGap], stood_until: datetime) -> bool:
    """Whether the gap of a card that began then is among the first, which stop its clock."""
    return sum(gap.stood_until <= stood_until for gap in gaps) <= MOST_GAPS
