"""What hung on the outcome of an event that is over, once a result of it was corrected, annulled or restored."""

from __future__ import annotations

from bot.domain.events.tournament import Tournament
from bot.services.events.hooks import EVENT_HOOKS
from bot.storage.context import Tx


def follow(tx: Tx, tournament: Tournament) -> None:
    """The world title, the master titles to propose and the invitations follow the result that stands now.

    In the transaction of the correction (AIJE-B01-3, AIJE-D02-1, AIJE-D03-1, AIJE-D04-1); nothing happens while the
    event runs. One that was called off has no outcome, but what was played in it counts (AIJE-D01-6).
    """
    for one in EVENT_HOOKS.of(tournament.rulebook):
        if tournament.ended_at is not None:
            one.outcome_corrected(tx, tournament)
        elif tournament.cancelled_at is not None and tournament.rulebook.rating.rated:
            one.rated_when_called_off(tx, tournament)
