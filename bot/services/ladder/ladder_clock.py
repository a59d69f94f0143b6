"""The end of a ladder's time, as a step that comes by itself."""

from __future__ import annotations

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import ladder
from bot.domain.ids import TournamentId
from bot.domain.outages import Outage
from bot.services.event_facts import began_at
from bot.services.events import event
from bot.storage import deadlines, tournaments
from bot.storage.context import Tx


def ladder_subject(tournament_id: TournamentId) -> str:
    """How deadlines name a ladder."""
    return f"ladder:{tournament_id}"


def plan(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when the time is up; doing it twice changes nothing."""
    running = phase(tournament) is Phase.RUNNING
    end = began_at(tx, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    due = ((Step.TIME_IS_UP, end),) if running else ()
    deadlines.rewrite(tx, ladder_subject(tournament.tournament_id), due)


def take(tx: Tx, tournament_id: TournamentId) -> None:
    """The time is up, or was moved by an outage or a pause; the event ends where no match is left to play."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    end = began_at(tx, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    if tx.now < end:
        plan(tx, tournament)
    else:
        event.proceed(tx, tournament_id)


def after_outage(tx: Tx, outage: Outage) -> None:
    """Moves the end of every ladder by the time in which nobody could challenge."""
    for tournament in tournaments.reached_by(tx, outage):
        if ladder.is_ladder(tournament.rulebook) and phase(tournament) is Phase.RUNNING:
            plan(tx, tournament)
