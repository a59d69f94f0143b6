"""Events as lines of a list: as many as a page has, with few statements."""

from __future__ import annotations

from collections.abc import Iterable

from bot.features.entering import store as entering_store
from bot.features.entering.model import EntryNumbers
from bot.features.pages import event_cards
from bot.features.pages.event_verbs import winners_of
from bot.features.pages.model import ServerPages
from bot.features.pages.naming_verbs import names_in_event
from bot.features.pages.public_model import PublicEventLine
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.layout.sentences import listing
from bot.play.entries import Tournament


def event_lines(
    tx: Query, pages: ServerPages, events: Iterable[Tournament], translator: Translator
) -> dict[TournamentId, PublicEventLine]:
    """The events as lines, by their ids; of one that is over, who has won it is worked out."""
    some = list({one.tournament_id: one for one in events}.values())
    numbers = entering_store.numbers_in(tx, [one.tournament_id for one in some])
    paused = tournaments_store.paused_in(tx, pages.guild_id)
    return {
        one.tournament_id: event_cards.line(
            one,
            _entrants(one, numbers.get(one.tournament_id, EntryNumbers())),
            _winner(tx, pages, one, translator),
            translator,
            is_paused=one.tournament_id in paused,
        )
        for one in some
    }


def _entrants(tournament: Tournament, numbers: EntryNumbers) -> int:
    """Who is on the list; once it is drawn, who was drawn."""
    return numbers.registered if tournament.drawn_at is None else numbers.starters


def _winner(tx: Query, pages: ServerPages, tournament: Tournament, translator: Translator) -> str:
    """Several where they share the first place; each is called as on the page of the event."""
    won = winners_of(tx, tournament)
    if not won:
        return ""
    shown = names_in_event(tx, pages, tournament, translator).entrants
    return listing([shown[one].name for one in won], translator)
