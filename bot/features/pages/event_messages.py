"""An event for its page: what is read of it, put into the words of one language."""

from __future__ import annotations

from bot.features.pages import event_cards
from bot.features.pages.event_verbs import find_shown, people_beside, read
from bot.features.pages.naming_verbs import names_in_event
from bot.features.pages.public_model import PublicEvent
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId


def public_event(tx: Query, server_key: str, tournament_id: TournamentId, translator: Translator) -> PublicEvent | None:
    """All that is public of the event now; None where it is on no page of that server."""
    found = find_shown(tx, server_key, tournament_id)
    if found is None:
        return None
    pages, tournament = found
    names = names_in_event(tx, pages, tournament, translator, people_beside(tx, tournament))
    return event_cards.event(read(tx, pages, tournament, names), translator)
