"""Who plays in an event and is refused for that: those who could decide instead are asked, and have a time for it."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Place
from bot.domain.ids import TournamentId
from bot.domain.own_events.own_views import OthersAskedView
from bot.domain.own_events.sayings import OthersAsked
from bot.domain.permissions import Act
from bot.services import access, asks, event_log, recusal
from bot.services.events.tournaments import find_unfinished
from bot.services.speaking import write_to
from bot.storage import people, staff_asks, tournaments
from bot.storage.context import ActorTx, Query


def ask(tx: ActorTx, tournament_id: TournamentId, act: Act, match: str) -> datetime:
    """Asks those who could do it, once a day; answers until when they have time. Raises TournamentIsOver."""
    person = access.recognise(tx)
    tournament, what = find_unfinished(tx, tx.guild_id, tournament_id), (act, match)
    before = staff_asks.asked_at(tx, tournament_id, person.person_id, what)
    if before is not None and tx.now < asks.gone_at(tournament, before):
        return asks.time_for(tournament, before)
    staff_asks.ask(tx, tournament_id, person.person_id, what, tx.now)
    event_log.record(tx, tournament, "ask_others", person, what=act)
    said = OthersAsked(tournament_id, act, person.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, said)
    for one in recusal.who_could(tx, act, tournament_id):
        write_to(tx, tournament.guild_id, one, said)
    return asks.time_for(tournament, tx.now)


def view(tx: Query, said: OthersAsked, asked_at: datetime) -> OthersAskedView | None:
    """Who asks for what, until when; None where the event is gone."""
    tournament, person = tournaments.load(tx, said.tournament_id), people.load(tx, said.person)
    if tournament is None or person is None:
        return None
    return OthersAskedView(tournament, person, said.what, asks.time_for(tournament, asked_at))
