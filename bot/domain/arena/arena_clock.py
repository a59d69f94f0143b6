"""When an arena pairs anew and when it ends by itself, and how much it says at once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.arena.arena_pairing import PAIRS_IN_A_PASS, next_pass_at
from bot.domain.arena.arena_scoring import ends_at
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.formats.protocol import EventFacts
from bot.domain.rulebook import Rulebook

BETWEEN_PASSES: Final = timedelta(seconds=3)
"""The lobby is paired at most so often, so that a channel has one message for all pairs of that time."""
BETWEEN_FULL_PASSES: Final = timedelta(seconds=1)
"""After a pass that made all the pairs that fit into it: as fast as a channel takes messages."""


def pass_at(facts: EventFacts, rulebook: Rulebook, made: tuple[datetime, int] | None) -> datetime | None:
    """When the lobby is to be paired next; None when it takes a further guest, or the end comes before.

    `made` is the latest pass: its moment and its pairs, None before the first.
    """
    ready, end = next_pass_at(facts, rulebook), ends_at(facts, rulebook)
    if ready is None or end is None:
        return None
    moment = ready if made is None else max(ready, free_from(*made))
    return moment if moment < end else None


def free_from(made_at: datetime, pairs: int) -> datetime:
    """From when the lobby may be paired again after a pass of so many pairs."""
    return made_at + (BETWEEN_PASSES if pairs < PAIRS_IN_A_PASS else BETWEEN_FULL_PASSES)


def due_steps(pairing: datetime | None, end: datetime, now: datetime, *, frozen: bool) -> tuple[Due, ...]:
    """The next pairing and the end; nothing once the table is frozen, since what is awaited comes by itself.

    The table is frozen once presses that were made in time have arrived (ARENA-4). An outage that began before the end
    moves it on even after the freeze: then it is looked at once more.
    """
    close = Due(Step.TIME_IS_UP, end + CLICKS_IN_FLIGHT)
    if frozen:
        return () if close.at <= now else (close,)
    return (close,) if pairing is None or pairing >= end else (Due(Step.PAIR_LOBBY, pairing), close)
