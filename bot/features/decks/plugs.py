"""What events of decks add to the core and to its cards, and the notices of cards that a judge refuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from bot.features.decks import cards as decks_cards
from bot.features.decks import verbs as decks_verbs
from bot.features.decks.model import DeckHold, parse
from bot.features.entering import store as entering_store
from bot.features.entering.cards import EntryCardHooks, EntryRequest
from bot.features.entering.model import Registered
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.words_cards import MatchCardHooks, Rows
from bot.features.tables.model import CardRefused, CardRuledOut
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import Asker, EntryHooks, Found, ServerHooks, Undoing
from bot.features.tournaments.model import BroughtCard
from bot.features.tournaments.sheet_cards import SheetHooks
from bot.features.tournaments.tasks_model import DeskRow, Task, TaskItem
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import EntrantId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.contests import Contest
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.rulebook import Rulebook

# --- verbs ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _cards(text: str) -> tuple[BroughtCard, ...]:
    """Of a list that was admitted; pages ask for the same ones after each result."""
    return tuple(BroughtCard(card.copies, card.number or "", card.name) for card in parse(text).cards)


class Decks(EntryHooks, MatchHooks, ServerHooks, StaffHooks):
    """Events to which everybody brings a deck."""

    table = "deck"

    # --- entering ----------------------------------------------------------------------------------------------------

    def is_complete(self, tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
        """Not before a deck was handed in that is admitted."""
        return decks_verbs.is_admitted(tx, tournament, entrant_id)

    def refuse_check_in(self, tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
        """Who has confirmed stays confirmed, whatever became of the deck."""
        if entrant.checked_in_at is None:
            decks_verbs.refuse_without(tx, tournament, entrant.entrant_id)

    def keeps_from_start(self, tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
        """Who could not confirm because a card was refused."""
        return not entrant.confirmed_by(closed_at) and decks_verbs.is_refused(tx, tournament, entrant.entrant_id)

    def lacking(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> TaskItem | None:
        """The deck, where none is admitted yet."""
        if decks_verbs.is_admitted(tx, tournament, entrant.entrant_id):
            return None
        return TaskItem(Task.HAND_IN_DECK, tournament.tournament_id, tournament, closes_at)

    def guidance(self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """After the close whoever plays with a card that a judge refused has to replace the deck (OTE-1.7)."""
        is_on = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
        if entrant is None or not is_on or not asker.answers_for(entrant):
            return
        if decks_verbs.is_to_correct(tx, tournament, entrant):
            yield TaskItem(Task.CORRECT_DECK, tournament.tournament_id, tournament, None)

    def open_decks(
        self, tx: Query, tournament: Tournament, contests: Sequence[Contest]
    ) -> Mapping[EntrantId, tuple[BroughtCard, ...]]:
        """As the rulebook says, after the round or the event."""
        kept = decks_verbs.no_secrets(tx, tournament, contests)
        return {key: _cards(one.text) for key, one in kept.items()}

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """Whose deck holds a refused card."""
        yield DeckHold(decks_verbs.held_sides(tx, match_context.tournament, match_context.match.contest))

    def keeps_away(self, tx: Query, match_context: MatchContext, side: int, at: datetime) -> None:
        """Whoever has to hand in another deck."""
        decks_verbs.refuse_held(tx, match_context, side, at)

    # --- who runs the event ------------------------------------------------------------------------------------------

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Players whose next game waits for another deck."""
        return decks_verbs.obstacles(tx, tournament)

    def opposites(self) -> Mapping[str, Undoing]:
        """A card that was refused."""
        return {"refuse_card": Undoing(decks_verbs.refusal_hangs, decks_verbs.allow_card)}


# --- cards ----------------------------------------------------------------------------------------------------------


class DeckCards(EntryCardHooks, MatchCardHooks, SheetHooks):
    """Of events in which decks are handed in."""

    table = "deck"

    def sections(self, rulebook: Rulebook, translator: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """What a deck may hold."""
        if rulebook.deck is None:
            return ()
        return (("format_sheet.deck_title", decks_cards.rule_lines(rulebook.deck, translator)),)

    def needs(self, entry: Registered, translator: Translator) -> Iterable[EntryRequest]:
        """A deck that is admitted."""
        if entry.is_complete:
            return ()
        return (EntryRequest(translator.say("decks.needed"), decks_cards.hand_in(entry.tournament, translator)),)

    def below_players(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Whose deck the game waits for."""
        return decks_cards.waiting_lines(view, translator)

    def controls(self, view: MatchView, translator: Translator) -> Rows:
        """The form of another deck, while the game waits for it."""
        return (
            ((decks_cards.hand_in(view.tournament, translator),),)
            if any(decks_cards.waiting_lines(view, translator))
            else ()
        )

    def hints(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Whose deck holds a refused card, for the arbiter alone."""
        return decks_cards.arbiter_lines(view, translator)


# --- messages -------------------------------------------------------------------------------------------------------


def _card_refused(tx: Query, promise: Promise[CardRefused]) -> Composed | None:
    entrant = entering_store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.message.card, promise.message.reason
    closed = promise.message.closed
    return lambda translator: decks_cards.letter(tournament, card, reason, translator, closed=closed)


def _card_ruled_out(tx: Query, promise: Promise[CardRuledOut]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.message.card, promise.message.reason
    return lambda translator: decks_cards.ruled_out(tournament, card, reason, translator)


NOTICES: Final = dict(
    (
        on(CardRefused, _card_refused),
        on(CardRuledOut, _card_ruled_out),
    )
)
