"""What is said of casual games."""

from __future__ import annotations

from bot.domain.ids import JeekId
from bot.domain.sayings import Notified, Saying


class JeekBoard(Saying):
    """The board of a game of Jeek that was lost; becomes its panel."""

    NOTIFIES = Notified.PLAYERS
    jeek_id: JeekId

    @property
    def has_to_call(self) -> bool:
        """A game that is over waits for nobody."""
        return False
