"""Whether an entry has a deck that the event admits, which confirming needs (OTE-1)."""

from __future__ import annotations

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId
from bot.domain.tables.decks import Problem, check
from bot.errors import UserError
from bot.storage import decks, entrants
from bot.storage.context import Query


class DeckNeeded(UserError):
    """The event asks for a deck, and none was handed in."""

    name: str


class DeckNotAdmitted(UserError):
    """A card of the deck was refused since it was handed in."""

    name: str


def problems(tx: Query, tournament: Tournament, text: str) -> tuple[Problem, ...]:
    """Everything that keeps the list from being admitted now; empty where the event asks for no deck."""
    rules = tournament.rulebook.deck
    return () if rules is None else check(text, rules, decks.refusals(tx, tournament.tournament_id))


def refuse_without(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> None:
    """Raises DeckNeeded, or DeckNotAdmitted, where the entry cannot be confirmed for want of a deck."""
    if tournament.rulebook.deck is None:
        return
    deck = decks.newest(tx, entrant_id)
    if deck is None:
        raise DeckNeeded(name=tournament.name)
    if problems(tx, tournament, deck.text):
        raise DeckNotAdmitted(name=tournament.name)


def is_refused(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
    """Whether the deck that was handed in is admitted no longer, since a judge refused a card of it."""
    deck = None if tournament.rulebook.deck is None else decks.newest(tx, entrant_id)
    return deck is not None and bool(problems(tx, tournament, deck.text))


def is_to_correct(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether somebody who plays has to hand in another deck after the close; who has no game left needs none."""
    closed = tournament.check_in_closed_at is not None
    plays = entrants.is_starter(tx, entrant.entrant_id) if closed else entrant.checked_in_at is not None
    return plays and is_refused(tx, tournament, entrant.entrant_id)


def is_admitted(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
    """Whether nothing about a deck stands in the way of confirming."""
    try:
        refuse_without(tx, tournament, entrant_id)
    except (DeckNeeded, DeckNotAdmitted):
        return False
    return True
