"""Others who were asked to decide about an event in place of somebody who plays in it, and whether any of them came."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import PersonId
from bot.domain.own_events.own_acts import ASK_HOLDS_FOR, answers_by
from bot.domain.permissions import Act
from bot.storage import identities, log, staff_asks
from bot.storage.context import Query


def came_to_nothing(tx: Query, decider: PersonId, tournament: Tournament, what: tuple[Act, str], now: datetime) -> bool:
    """Whether they had their time, and nobody but the decider has run the event since they were asked.

    `what` is the act, with the match that it is about, or nothing.
    """
    asked_at = staff_asks.asked_at(tx, tournament.tournament_id, decider, what)
    if asked_at is None:
        return False
    came = log.staff_of_event(tx, tournament.tournament_id, asked_at)
    ended = time_for(tournament, asked_at) <= now < gone_at(tournament, asked_at)
    return ended and came <= set(identities.selves(tx, decider))


def time_for(tournament: Tournament, asked_at: datetime) -> datetime:
    """Until when they have time: shorter while clocks run."""
    return answers_by(asked_at, under_way=phase(tournament) is Phase.RUNNING)


def gone_at(tournament: Tournament, asked_at: datetime) -> datetime:
    """From when on they have to be asked anew."""
    return time_for(tournament, asked_at) + ASK_HOLDS_FOR
