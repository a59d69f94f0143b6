"""The end of a ladder's time, as a step that comes by itself."""

from __future__ import annotations

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import ladder
from bot.domain.ids import Occasion, TournamentId
from bot.domain.outages import Outage
from bot.services.event_facts import began_at
from bot.services.events import event
from bot.storage import deadlines, tournaments
from bot.storage.database import Work


def ladder_subject(tournament_id: TournamentId) -> str:
    """How deadlines name a ladder."""
    return f"ladder:{tournament_id}"


def plan(work: Work, tournament: Tournament) -> None:
    """Rewrites when the time is up; doing it twice changes nothing."""
    running = phase(tournament) is Phase.RUNNING
    end = began_at(work, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    due = ((Step.TIME_IS_UP, end),) if running else ()
    deadlines.rewrite(work, ladder_subject(tournament.tournament_id), due)


def take(work: Work, occasion: Occasion, tournament_id: TournamentId) -> None:
    """The time is up, or was moved by an outage or a pause; the event ends where no match is left to play."""
    tournament = tournaments.load(work, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    end = began_at(work, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    if occasion.now < end:
        plan(work, tournament)
    else:
        event.proceed(work, occasion, tournament_id)


def after_outage(work: Work, outage: Outage) -> None:
    """Moves the end of every ladder by the time in which nobody could challenge."""
    for tournament in tournaments.reached_by(work, outage):
        if ladder.is_ladder(tournament.rulebook) and phase(tournament) is Phase.RUNNING:
            plan(work, tournament)
