"""What acts about the own event add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import Occasion
from bot.domain.outages import Outage
from bot.services.hooks import StepHooks, Taker
from bot.services.own_events import agreeing
from bot.storage.database import Work


class OwnEvents(StepHooks):
    """Rulings in the own match that wait for the opponent."""

    def takers(self) -> Mapping[str, Taker]:
        """The time to agree is over."""
        return {"own-act": agreeing.take}

    def after_outage(self, work: Work, occasion: Occasion, outage: Outage, *, is_news: bool) -> None:
        """The opponent has as much longer."""
        del occasion, is_news
        agreeing.after_outage(work, outage)
