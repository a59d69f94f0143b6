"""What repeats add to the core: the step that announces, what a called-off event does to them, and what waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.features.repeating import cards, verbs
from bot.features.repeating.model import RepeatMissed
from bot.features.tournaments.hooks import Asker, EventHooks, Found, ServerHooks, StepHooks, Taker, TaskHooks
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.entries import Tournament


class RepeatingEvents(EventHooks, TaskHooks, StepHooks, ServerHooks):
    """Events that come back by themselves."""

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """The next may be announced now, or it was one too many."""
        verbs.after_calling_off(tx, tournament)

    def takers(self) -> Mapping[str, Taker]:
        """The next event is announced."""
        return {"repeat": verbs.take}

    def called(self, tx: Query, subject: str) -> str:
        """The event that a repeat is of."""
        return verbs.called(tx, subject)

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """Repeats that stopped by themselves."""
        return verbs.guide(tx, asker)

    def clocks_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """The dates move with the clocks of the server."""
        verbs.after_other_clocks(tx, guild_id)


def _missed(tx: Query, promise: Promise[RepeatMissed]) -> Composed | None:
    view = verbs.view(tx, promise.message.repeat_id)
    return None if view is None else lambda translator: cards.missed(view, promise.message, translator)


NOTICES: Final = dict((on(RepeatMissed, _missed),))
