"""What votes add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import VoteId
from bot.domain.outages import Outage
from bot.domain.voting.sayings import VoteExtended, VoteOpened
from bot.services.asked import Asked, Found
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.outage_messages import stand_as_said
from bot.services.voting import vote_closing, vote_guidance, vote_opening
from bot.storage.context import Query, Tx


class Voting(DutyHooks, StepHooks, DeliveryHooks):
    """What the committee decides together, and who was there for it."""

    def duties(self, tx: Query, asked: Asked) -> Found:
        """Votes to take part in, and what follows from votes that were missed."""
        return vote_guidance.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """The reminder of a vote, and its close."""
        return {"vote": lambda tx, subject, step: vote_closing.take(tx, VoteId(subject), step)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Votes are open longer by it."""
        vote_closing.after_outage(tx, outage, tell=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The card of the vote stands, and representatives are written to."""
        return dict((after(VoteOpened, vote_opening.note_shown), after(VoteExtended, stand_as_said)))
