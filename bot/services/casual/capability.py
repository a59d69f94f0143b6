"""What casual games add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import JeekId
from bot.services.asked import Asked, Found
from bot.services.casual import jeek, jeek_guidance
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.storage.database import Work


class Casual(DutyHooks, StepHooks):
    """Games that belong to no event."""

    def duties(self, work: Work, asked: Asked) -> Found:
        """The move that is to be made."""
        return jeek_guidance.found(work, asked)

    def takers(self) -> Mapping[str, Taker]:
        """A clock that reaches 0, and a challenge that nobody takes."""
        return {"jeek": lambda work, now, subject, step: jeek.take(work, now, JeekId(subject), step)}
