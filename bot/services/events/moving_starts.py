"""Moving the start of an event that is fixed, once everybody registered agrees or an officer decides."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.start_changes import StartChangeView, StartOutcome
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.services import access
from bot.services.events import fixed_starts, tournaments
from bot.storage import start_changes
from bot.storage.context import ActorTx, Tx


def agree(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> StartChangeView:
    """One more agrees; with the last one the event moves, unless an officer decides for who has no Discord."""
    view = fixed_starts.agree(tx, tournament_id, start_at)
    if view.is_unanimous:
        _move(tx, view.tournament, start_at, view.by, StartOutcome.AGREED)
    return view


def allow(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> Tournament:
    """An officer who does not play lets it move."""
    tournament, _ = fixed_starts.find_open(tx, tournament_id, start_at)
    person = access.recognise(tx)
    fixed_starts.require_officer(tx, person, tournament)
    return _move(tx, tournament, start_at, person, StartOutcome.DECIDED)


def _move(tx: Tx, tournament: Tournament, start_at: datetime, by: Person, outcome: StartOutcome) -> Tournament:
    start_changes.end(tx, tournament.tournament_id, outcome, by.person_id, tx.now)
    return tournaments.change(tx, by, tournament, None, start_at)
