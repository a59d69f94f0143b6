"""The notices of lists of sign-ups, which add no more than these."""

from __future__ import annotations

from typing import Final

from bot.features.entering import store as entering_store
from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.sign_ups.model import EnteredFromList, EntriesTakenBack
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import listed_people
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on


def _entry_post(tx: Query, promise: Promise[EnteredFromList]) -> Composed | None:
    """Nothing once check-in is over; whoever has left since is not named."""
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    named = sorted(entering_store.by_ids(tx, promise.message.entrants), key=lambda one: one.number)
    there = listed_people(tx, [one for one in named if one.withdrawn_at is None])
    if tournament is None or not there or tournament.check_in_closed_at or tournament.cancelled_at:
        return None
    return lambda translator: sign_ups_cards.entry_post(tournament, there, translator)


def _taken_back(tx: Query, promise: Promise[EntriesTakenBack]) -> Composed | None:
    """Nothing of whoever has entered again since."""
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    named = sorted(entering_store.by_ids(tx, promise.message.entrants), key=lambda one: one.number)
    off = listed_people(tx, [one for one in named if one.withdrawn_at is not None])
    if tournament is None or not off or tournament.check_in_closed_at or tournament.cancelled_at:
        return None
    return lambda translator: sign_ups_cards.taken_back(tournament, off, translator)


NOTICES: Final = dict((on(EnteredFromList, _entry_post), on(EntriesTakenBack, _taken_back)))
