"""What teams ask of the people of an event: to complete one, to answer one; and in which of them somebody plays."""

from __future__ import annotations

from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, phase
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.errors import UserError
from bot.services.asked import Asked, Found
from bot.services.team_play import teams
from bot.services.timetable import outages_of
from bot.storage import entrants, people, team_places
from bot.storage.database import Work


def found(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    """Who asks the person to play, and the team that the person plays in."""
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _invitations(work, asked, tournament)
    if entrant is not None and entrant.team_name is not None and not asked.answers_for(entrant):
        captain = people.load(work, entrant.person_id)
        yield Prospect(Outlook.IN_TEAM, tournament, None, captain, called=entrant.team_name)


def lacking(
    work: Work, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> DutyItem | Prospect | None:
    """What of the team keeps it from confirming, for its captain to see to (AIJE-D05-1, GO-25, OLY-1)."""
    try:
        teams.refuse_incomplete(work, tournament, entrant, asked.presser)
    except UserError:
        if asked.answers_for(entrant):
            return DutyItem(Duty.COMPLETE_TEAM, tournament.tournament_id, tournament, closes_at)
        return Prospect(Outlook.CAPTAIN_COMPLETES, tournament, closes_at, people.load(work, entrant.person_id))
    return None


def _invitations(work: Work, asked: Asked, tournament: Tournament) -> Found:
    """Teams of the event that ask the person to play for them; each is answered by itself."""
    places = [] if asked.person is None else team_places.open_of_person(work, asked.person.person_id)
    asking = [one for one in (entrants.load(work, place.entrant_id) for place in places) if one is not None]
    here = [one for one in asking if one.tournament_id == tournament.tournament_id]
    closes_at = check_in_closes_at(tournament, outages_of(work, tournament)) if here else asked.now
    if asked.now <= closes_at:
        for one in here:
            called = one.team_name or ""
            yield DutyItem(Duty.ANSWER_TEAM, one.entrant_id, tournament, closes_at, called=called)
