"""Events as lines of a list, many of them with few statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.entering.model import EntryNumbers
from bot.features.pages.model import EventNames, ServerPages
from bot.features.pages.naming_verbs import names_in_event
from bot.features.pages.public_model import EventState, PublicEventLine
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.rulebook_cards import label_of
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.layout.sentences import listing
from bot.play.contests import podium
from bot.play.course import has_table
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats import FORMATS

_STATES: Final[Mapping[Phase, EventState]] = {
    Phase.ANNOUNCED: EventState.ANNOUNCED,
    Phase.CHECK_IN: EventState.CHECK_IN,
    Phase.DRAWING: EventState.DRAWING,
    Phase.RUNNING: EventState.RUNNING,
    Phase.OVER: EventState.OVER,
    Phase.CANCELLED: EventState.CALLED_OFF,
}


def event_lines(
    tx: Query, pages: ServerPages, events: Iterable[Tournament], translator: Translator
) -> dict[TournamentId, PublicEventLine]:
    """The events as lines, by their ids."""
    some = list({one.tournament_id: one for one in events}.values())
    numbers = entering_store.numbers_in(tx, [one.tournament_id for one in some])
    paused = tournaments_store.paused_in(tx, pages.guild_id)
    return {
        one.tournament_id: PublicEventLine(
            key=one.tournament_id,
            name=one.name,
            state=_STATES[phase(one)],
            kind=label_of(one.rulebook, translator),
            start_at=one.start_at,
            ended_at=one.ended_at,
            entrants=_entrants(one, numbers.get(one.tournament_id, EntryNumbers())),
            seats=one.rulebook.registration.capacity,
            winner=_winner(tx, pages, one, translator) if phase(one) is Phase.OVER else "",
            is_paused=one.tournament_id in paused,
        )
        for one in some
    }


def _entrants(tournament: Tournament, numbers: EntryNumbers) -> int:
    """Who plays, and until that is known who is on the list, the wait list left out."""
    if tournament.drawn_at is not None:
        return numbers.starters
    seats = tournament.rulebook.registration.capacity
    return numbers.registered if seats is None else min(numbers.registered, seats)


def _winner(tx: Query, pages: ServerPages, tournament: Tournament, translator: Translator) -> str:
    """Who has won, by the name that the event's page shows; several where they share the first place."""
    known = facts(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    steps = podium(rows, of_table=has_table(tournament.rulebook), never_came=known.never_came)
    first = [row.entrant_id for row in steps if row.rank_from == 1]
    names: EventNames = names_in_event(tx, pages, tournament, translator)
    return listing([names.entrants[one].name for one in first], translator)
