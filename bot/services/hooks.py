"""What capabilities add beside events: what there is to do for somebody, and steps that come by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.hooks import Hooks, Joined
from bot.domain.ids import Occasion
from bot.domain.outages import Outage
from bot.domain.playing.desk_views import DutyItem, Prospect
from bot.services.asked import Asked
from bot.services.stillness import Watch
from bot.storage.database import Work

Taker = Callable[[Work, Occasion, str, Step], None]
"""Takes a due step of the thing with that id."""


class DutyHooks(Hooks):
    """What one capability asks of people."""

    def duties(self, work: Work, asked: Asked) -> Iterator[DutyItem | Prospect]:
        """What who asks has to do, and what they wait for, beside running events."""
        return iter(())


class StepHooks(Hooks):
    """What one capability does by itself at its time."""

    def takers(self) -> Mapping[str, Taker]:
        """Who takes its steps, by what the subject of the deadline is."""
        return {}

    def watches(self) -> Mapping[str, Watch]:
        """What of it can stand still, by what the subject begins with."""
        return {}

    def after_outage(self, work: Work, occasion: Occasion, outage: Outage, *, is_news: bool) -> None:
        """Moves its windows and steps by an outage that has ended; who is concerned is told where it is news."""

    def after_pause(self, work: Work, occasion: Occasion, tournament: Tournament) -> None:
        """Moves the event's own windows and steps, beside those of its matches, since it was paused or goes on."""


DUTY_HOOKS: Final = Joined(DutyHooks)
STEP_HOOKS: Final = Joined(StepHooks)
