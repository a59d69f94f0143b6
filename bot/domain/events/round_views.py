"""What a player is told of a round that is still to be paired."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.events.tournament import Tournament


@dataclass(frozen=True, slots=True)
class RoundMissed:
    """A round announced to be missed, or played after all; `points` is what missing it gives."""

    tournament: Tournament
    number: int
    points: float
    missed: bool
