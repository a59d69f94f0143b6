"""What votes add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import Occasion, VoteId
from bot.domain.outages import Outage
from bot.domain.voting.sayings import VoteExtended, VoteOpened
from bot.services.asked import Asked, Found
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.outage_messages import stand_as_said
from bot.services.voting import vote_closing, vote_guidance, vote_opening
from bot.storage.database import Work


class Voting(DutyHooks, StepHooks, DeliveryHooks):
    """What the committee decides together, and who was there for it."""

    def duties(self, work: Work, asked: Asked) -> Found:
        """Votes to take part in, and what follows from votes that were missed."""
        return vote_guidance.guide(work, asked)

    def takers(self) -> Mapping[str, Taker]:
        """The reminder of a vote, and its close."""
        return {"vote": lambda work, now, subject, step: vote_closing.take(work, now, VoteId(subject), step)}

    def after_outage(self, work: Work, occasion: Occasion, outage: Outage, *, is_news: bool) -> None:
        """Votes are open longer by it."""
        vote_closing.after_outage(work, occasion, outage, tell=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The card of the vote stands, and representatives are written to."""
        return dict((after(VoteOpened, vote_opening.note_shown), after(VoteExtended, stand_as_said)))
