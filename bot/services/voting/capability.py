"""What votes add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import VoteId
from bot.services.asked import Asked, Found
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.voting import vote_closing, vote_guidance
from bot.storage.database import Work


class Voting(DutyHooks, StepHooks):
    """What the committee decides together, and who was there for it."""

    def duties(self, work: Work, asked: Asked) -> Found:
        """Votes to take part in, and what follows from votes that were missed."""
        return vote_guidance.found(work, asked)

    def takers(self) -> Mapping[str, Taker]:
        """The reminder of a vote, and its close."""
        return {"vote": lambda work, now, subject, step: vote_closing.take(work, now, VoteId(subject), step)}
