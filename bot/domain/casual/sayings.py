"""What is said of casual games."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.ids import JeekId
from bot.domain.sayings import Saying


@dataclass(frozen=True, slots=True)
class JeekBoard(Saying):
    """The board of a game of Jeek that was lost; becomes its panel."""

    jeek_id: JeekId
