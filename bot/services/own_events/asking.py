"""Who plays in an event and is refused for that: those who could decide instead are asked, and have a time for it."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Place, Presser
from bot.domain.ids import Occasion, TournamentId
from bot.domain.own_events.own_views import OthersAskedView
from bot.domain.own_events.sayings import OthersAsked
from bot.domain.permissions import Act
from bot.services import access, asks, event_log, recusal
from bot.services.events.tournaments import find_unfinished
from bot.services.speaking import promise, write_to
from bot.storage import people, staff_asks, tournaments
from bot.storage.database import Work


def ask(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, act: Act, match: str
) -> datetime:
    """Asks those who could do it, once a day; answers until when they have time. Raises TournamentIsOver."""
    person = access.recognise(work, occasion, presser)
    tournament, what = find_unfinished(work, presser.guild_id, tournament_id), (act, match)
    before = staff_asks.asked_at(work, tournament_id, person.person_id, what)
    if before is not None and occasion.now < asks.gone_at(tournament, before):
        return asks.time_for(tournament, before)
    staff_asks.ask(work, tournament_id, person.person_id, what, occasion.now)
    event_log.record(work, occasion, tournament, "ask_others", person, what=act)
    said = OthersAsked(tournament_id, act, person.person_id)
    promise(work, occasion, tournament.guild_id, Place.ANNOUNCEMENTS, said)
    for one in recusal.who_could(work, presser, act, tournament_id):
        write_to(work, occasion, tournament.guild_id, one, said)
    return asks.time_for(tournament, occasion.now)


def view(work: Work, said: OthersAsked, asked_at: datetime) -> OthersAskedView | None:
    """Who asks for what, until when; None where the event is gone."""
    tournament, person = tournaments.load(work, said.tournament_id), people.load(work, said.person)
    if tournament is None or person is None:
        return None
    return OthersAskedView(tournament, person, said.what, asks.time_for(tournament, asked_at))
