"""What votes add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.tournaments.hooks import Asker, DutyHooks, Found, StepHooks, Taker
from bot.features.voting import closing_verbs, desk_verbs
from bot.features.voting.bodies_model import VoteExtended, VoteOpened
from bot.kernel.context import Query, Tx
from bot.kernel.ids import VoteId
from bot.kernel.outages import Outage
from bot.server.speaking_verbs import DeliveryHooks, Following, after, stand_as_said


class Voting(DutyHooks, StepHooks, DeliveryHooks):
    """What the committee decides together, and who was there for it."""

    def duties(self, tx: Query, asked: Asker) -> Found:
        """Votes to take part in, and what follows from votes that were missed."""
        return desk_verbs.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """The reminder of a vote, and its close."""
        return {"vote": lambda tx, subject, step: closing_verbs.take(tx, VoteId(subject), step)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Votes are open longer by it."""
        closing_verbs.after_outage(tx, outage, tell=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The card of the vote stands, and representatives are written to."""
        return dict((after(VoteOpened, closing_verbs.note_shown), after(VoteExtended, stand_as_said)))
