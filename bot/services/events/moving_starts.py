"""Moving the start of an event that is fixed, once everybody registered agrees or an officer decides."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.events.start_changes import StartChangeView, StartOutcome
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, TournamentId
from bot.services import access
from bot.services.events import fixed_starts, tournaments
from bot.storage import start_changes
from bot.storage.database import Work


def agree(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, start_at: datetime
) -> StartChangeView:
    """One more agrees; with the last one the event moves, unless an officer decides for who has no Discord."""
    view = fixed_starts.agree(work, occasion, presser, tournament_id, start_at)
    if view.is_unanimous:
        _move(work, occasion, view.tournament, start_at, view.by, StartOutcome.AGREED)
    return view


def allow(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, start_at: datetime
) -> Tournament:
    """An officer who does not play lets it move."""
    tournament, _ = fixed_starts.find_open(work, presser, tournament_id, start_at)
    person = access.recognise(work, occasion, presser)
    fixed_starts.require_officer(work, presser, person, tournament)
    return _move(work, occasion, tournament, start_at, person, StartOutcome.DECIDED)


def _move(
    work: Work, occasion: Occasion, tournament: Tournament, start_at: datetime, by: Person, outcome: StartOutcome
) -> Tournament:
    start_changes.end(work, tournament.tournament_id, outcome, by.person_id, occasion.now)
    return tournaments.change(work, occasion, by, tournament, None, start_at)
