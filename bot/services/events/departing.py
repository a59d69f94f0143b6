"""What leaving a drawn event comes to: another draw while there can be one, else what its facts say (GO-28)."""

from __future__ import annotations

from bot.domain.entering.entries import Entrant
from bot.domain.events.departures import AfterLeaving, after_leaving
from bot.domain.events.tournament import Phase, Tournament, may_redraw, phase
from bot.domain.formats import EventFacts
from bot.services.event_facts import facts
from bot.storage import entrants, reports
from bot.storage.context import Query


def comes_to(tx: Query, tournament: Tournament, entrant: Entrant) -> AfterLeaving:
    """What it comes to that the entrant leaves, or has left; a match with a report on the table is not lost by it."""
    of_arena = tournament.rulebook.traits.has_lobby  # The format alone says what leaving it comes to.
    known = EventFacts(()) if of_arena else facts(tx, tournament)
    open_ = [one.contest_id for one in known.contests if one.result is None and entrant.entrant_id in one.sides]
    reported = [one for one in open_ if reports.open_report(tx, one) is not None]
    return after_leaving(known, tournament.rulebook, entrant.entrant_id, reported)


def may_be_redrawn(tx: Query, tournament: Tournament, leaving: int = 0) -> bool:
    """Whether the event can still be drawn without who left, and so many more: in time, and enough stay (GO-28.1)."""
    if phase(tournament) is Phase.DRAWING:
        return True
    starting = entrants.with_outcome(tx, tournament.tournament_id, "starter")
    stay = sum(one.withdrawn_at is None for one in starting) - leaving
    return may_redraw(tournament) and stay >= tournament.rulebook.minimum_entrants
