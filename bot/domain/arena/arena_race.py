"""How the leaders' points grew over the time of an arena, worked out from its results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.domain.arena.arena_scoring import NOTHING, Tally, ends_at, tallies
from bot.domain.ids import ContestId, EntrantId
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:
    from bot.domain.formats.protocol import EventFacts


@dataclass(frozen=True, slots=True)
class Racer:
    """One of the leaders: after each game that gave something, the moment when it was told and the points then."""

    entrant_id: EntrantId
    points: Fraction
    climbs: tuple[tuple[datetime, Fraction], ...]

    def points_at(self, moment: datetime) -> Fraction:
        """The points that the racer had by then."""
        return next((points for at, points in reversed(self.climbs) if at <= moment), NOTHING)


@dataclass(frozen=True, slots=True)
class Race:
    """The time of the arena and the leaders, in the order in which they were asked for."""

    began_at: datetime
    lasts: timedelta
    racers: tuple[Racer, ...]
    until: float = 1.0
    """How much of the arena is over at the moment that is asked about."""

    @property
    def is_over(self) -> bool:
        """Whether the lines have come to their end."""
        return self.until >= 1

    @property
    def half_time(self) -> datetime:
        """The middle of the arena."""
        return self.began_at + self.lasts / 2

    def share(self, moment: datetime) -> float:
        """How much of the arena was over by then, from 0 to 1; what was told beside it stands at its ends."""
        return min(1.0, max(0.0, (moment - self.began_at) / self.lasts))


def race(facts: EventFacts, rulebook: Rulebook, leaders: Sequence[EntrantId]) -> Race | None:
    """The race of the leaders; None before the arena began, and where none of them has a point."""
    end = ends_at(facts, rulebook)
    if facts.began_at is None or end is None:
        return None
    scores, told = tallies(facts, rulebook, frozenset(leaders)), _moments(facts)
    racers = tuple(Racer(one, scores[one].points, tuple(_climbs(scores[one], told))) for one in leaders)
    found = Race(facts.began_at, end - facts.began_at, racers)
    if not any(one.points for one in racers):
        return None
    return found if facts.now is None else replace(found, until=found.share(facts.now))


def _moments(facts: EventFacts) -> dict[ContestId | None, datetime]:
    return {one.contest_id: one.result.told_at for one in facts.contests if one.result is not None}


def _climbs(tally: Tally, told: dict[ContestId | None, datetime]) -> Iterator[tuple[datetime, Fraction]]:
    """What a game gives hangs on the order of the games, and when it shows on the order of the reports."""
    gave = sorted(
        (told[game.contest_id], points) for game, points in zip(tally.games, tally.each, strict=True) if points
    )
    reached = NOTHING
    for moment, points in gave:
        reached += points
        yield moment, reached
