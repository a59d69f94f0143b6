"""What casual games add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.casual.sayings import JeekBoard
from bot.domain.ids import JeekId
from bot.domain.outages import Outage
from bot.services.asked import Asked, Found
from bot.services.casual import jeek, jeek_guidance
from bot.services.following import DeliveryHooks, Following, as_panel
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.timetable import jeek_subject
from bot.storage.context import Query, Tx


class Casual(DutyHooks, StepHooks, DeliveryHooks):
    """Games that belong to no event."""

    def duties(self, tx: Query, asked: Asked) -> Found:
        """The move that is to be made."""
        return jeek_guidance.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """A clock that reaches 0, and a challenge that nobody takes."""
        return {"jeek": lambda tx, subject, step: jeek.take(tx, JeekId(subject), step)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Clocks stood still."""
        jeek.after_outage(tx, outage, show=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The board stands."""
        return dict((as_panel(JeekBoard, lambda said: jeek_subject(said.jeek_id)),))
