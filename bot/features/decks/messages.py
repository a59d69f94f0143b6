"""Notices of cards that a judge refuses."""

from __future__ import annotations

from typing import Final

from bot.features.decks import cards as decks_cards
from bot.features.entering import store as entering_store
from bot.features.tables.model import CardRefused, CardRuledOut
from bot.features.tournaments import store as tournaments_store
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on


def _card_refused(tx: Query, promise: Promise[CardRefused]) -> Composed | None:
    entrant = entering_store.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.saying.card, promise.saying.reason
    closed = promise.saying.closed
    return lambda voice: decks_cards.letter(tournament, card, reason, voice, closed=closed)


def _card_ruled_out(tx: Query, promise: Promise[CardRuledOut]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.saying.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.saying.card, promise.saying.reason
    return lambda voice: decks_cards.ruled_out(tournament, card, reason, voice)


NOTICES: Final = dict(
    (
        on(CardRefused, _card_refused),
        on(CardRuledOut, _card_ruled_out),
    )
)
