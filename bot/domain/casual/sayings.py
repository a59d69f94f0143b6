"""What is said of casual games."""

from __future__ import annotations

from bot.domain.ids import JeekId
from bot.domain.sayings import Saying


class JeekBoard(Saying):
    """The board of a game of Jeek that was lost; becomes its panel."""

    jeek_id: JeekId
