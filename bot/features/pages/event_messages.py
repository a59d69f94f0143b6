"""An event for its page: what is read of it, put into the words of one language."""

from __future__ import annotations

from bot.features.entering import store as entering_store
from bot.features.pages import event_cards
from bot.features.pages.event_verbs import find_shown, people_beside, read, winners_of
from bot.features.pages.model import EventNames, ServerPages
from bot.features.pages.naming_verbs import names_in_event, of_entrants
from bot.features.pages.public_model import PublicEvent, PublicEventLine
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.play.entries import Tournament


def public_event(tx: Query, server_key: str, tournament_id: TournamentId, translator: Translator) -> PublicEvent | None:
    """All that is public of the event now; None where it is on no page of that server."""
    found = find_shown(tx, server_key, tournament_id)
    if found is None:
        return None
    pages, tournament = found
    names = names_in_event(tx, pages, tournament, translator, people_beside(tx, tournament))
    return event_cards.event(read(tx, pages, tournament, names), translator)


def event_line(
    tx: Query, pages: ServerPages, tournament: Tournament, names: EventNames | None, translator: Translator
) -> PublicEventLine:
    """The event in a list, with its winner; `names` where they are known already."""
    won = winners_of(tx, tournament)
    shown = of_entrants(tx, pages, tournament, won, translator) if names is None else names.entrants
    winner = ", ".join(shown[one.entrant_id].name for one in won)
    is_paused = tournaments_store.running_pause(tx, tournament.tournament_id) is not None
    return event_cards.line(tournament, _entered(tx, tournament), winner, translator, is_paused=is_paused)


def _entered(tx: Query, tournament: Tournament) -> int:
    """Who is on the list; once it is drawn, who was drawn."""
    if tournament.drawn_at is None:
        return entering_store.headcount(tx, tournament.tournament_id).registered
    return len(entering_store.starters(tx, tournament.tournament_id))
