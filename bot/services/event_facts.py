"""Reading an event's facts: what its format, its calls and its pictures derive from."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.draw import listed_entrants
from bot.domain.entries import Entrant
from bot.domain.formats import EventFacts, Starter
from bot.domain.ids import EntrantId, PersonId
from bot.domain.tournament import Tournament
from bot.storage import annulments, contests, entrants, tournaments
from bot.storage.database import Work


def facts(work: Work, tournament: Tournament) -> EventFacts:
    """Everyone of the draw that stands, with the ratings of its published list, and the contests that stand."""
    left = {entrant.entrant_id for entrant in _starters(work, tournament) if entrant.withdrawn_at is not None}
    drawn = tournaments.draws(work, tournament.tournament_id)
    listed = listed_entrants(drawn[-1].entrants) if drawn else ()
    starters = (
        Starter(one.entrant_id, None if one.rating is None else float(one.rating), one.entrant_id in left)
        for one in listed
    )
    known = tuple(contests.of_tournament(work, tournament.tournament_id))
    return EventFacts(tuple(starters), known, annulments.of_tournament(work, tournament.tournament_id))


def person_of(work: Work, tournament: Tournament) -> Mapping[EntrantId, PersonId]:
    """Who is behind each starter."""
    return {entrant.entrant_id: entrant.person_id for entrant in _starters(work, tournament)}


def _starters(work: Work, tournament: Tournament) -> list[Entrant]:
    return entrants.with_outcome(work, tournament.tournament_id, "starter")
