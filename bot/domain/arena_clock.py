"""When an arena pairs anew and when it ends by itself, and how much it says at once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.arena_pairing import next_pass_at
from bot.domain.arena_scoring import ends_at
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.formats.protocol import EventFacts
from bot.domain.rulebook import Rulebook

BETWEEN_PASSES: Final = timedelta(seconds=3)
"""The lobby is paired at most so often, so that a channel has one message for all pairs of that time."""
PAIRS_IN_A_POST: Final = 40
"""Two mentions each: Discord calls at most a hundred people by one message."""


def pass_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the lobby is to be paired next; None when it takes a further guest, or the end comes before."""
    ready, end = next_pass_at(facts, rulebook), ends_at(facts, rulebook)
    if ready is None or end is None:
        return None
    made = [one.created_at for one in facts.contests if one.created_at is not None]
    moment = max(ready, max(made) + BETWEEN_PASSES) if made else ready
    return moment if moment < end else None


def closes_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the table is frozen: at the end, once presses that were made in time have arrived (ARENA-4)."""
    end = ends_at(facts, rulebook)
    return None if end is None else end + CLICKS_IN_FLIGHT


def due_steps(facts: EventFacts, rulebook: Rulebook, now: datetime, *, frozen: bool) -> tuple[Due, ...]:
    """The next pairing and the end; nothing once the table is frozen, since what is awaited comes by itself.

    An outage that began before the end moves it on even after the freeze: then it is looked at once more.
    """
    close = closes_at(facts, rulebook)
    if close is None or (frozen and close <= now):
        return ()
    pairing = None if frozen else pass_at(facts, rulebook)
    end = Due(Step.END_ARENA, close)
    return (end,) if pairing is None else (Due(Step.PAIR_LOBBY, pairing), end)
