"""What tables of three, and decks, add to the core."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from bot.domain.contests import Particulars, Score
from bot.domain.deadlines import Due, Step
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import EntrantId
from bot.domain.playing.desk_views import DeskRow, Duty, DutyItem
from bot.domain.playing.matches import Match
from bot.domain.rulebook import Rulebook
from bot.features.decks import verbs as decks_verbs
from bot.features.decks.model import DeckHold
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.events.hooks import EventHooks
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Coming, MatchHooks, ResultHooks, StaffHooks, Turn, Word
from bot.services.tables import seating, table_leaving, table_reading, table_results, table_waiting
from bot.storage import table_absences
from bot.storage.context import ActorQuery, Query, Tx


class Tables(EventHooks, MatchHooks, ResultHooks):
    """Events whose games are played at tables of three."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether more than two sit down together."""
        return rulebook.traits.at_tables

    # --- events ------------------------------------------------------------------------------------------------------

    def settle_left(self, tx: Tx, tournament: Tournament, match: Match, left: Collection[EntrantId]) -> bool:
        """The others play on, as long as there are two."""
        return table_leaving.settle(tx, tournament, match, left)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """Who sits in which set, and what wins."""
        yield table_reading.table_view(tx, followed)

    def due(self, tx: Query, followed: Followed, now: datetime) -> Iterator[Due]:
        """Somebody is asked about who is missing."""
        return table_waiting.due(tx, followed)

    def takes(self, tx: Tx, followed: Followed, step: Step) -> bool:
        """No clock decides, so that is all that comes of a player who is missing."""
        if step is Step.LOSE_GAME:
            table_waiting.ask(tx, followed)
        return step is Step.LOSE_GAME

    def comes(self, tx: Tx, followed: Followed, coming: Coming) -> bool:
        """Who was seated out plays after all."""
        if coming.side not in followed.match.away:
            return False
        seating.take_back(tx, followed, coming.side, coming.by)
        return True

    def turns(self, tx: Tx, followed: Followed, turn: Turn, at: datetime) -> None:
        """Nobody is seated out of a game that is begun anew."""
        if turn is Turn.ANEW:
            table_absences.forget(tx, followed.contest_id)

    def judges(self, tx: Query, followed: Followed, score: Score, told: Particulars, word: Word) -> bool:
        """Who won, with what influence; only an arbiter says that a winner below the influence that wins has won."""
        refuse = table_results.refuse_short if word is Word.PLAYER else table_results.refuse_impossible
        refuse(tx, followed, score, told)
        return True


class Decks(EntryHooks, MatchHooks, StaffHooks):
    """Events to which everybody brings a deck."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether the rulebook asks for decks."""
        return rulebook.deck is not None

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
        self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | None:
        """The deck, where none is admitted yet."""
        if decks_verbs.is_admitted(tx, tournament, entrant.entrant_id):
            return None
        return DutyItem(Duty.HAND_IN_DECK, tournament.tournament_id, tournament, closes_at)

    def guidance(self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """After the close whoever plays with a card that a judge refused has to replace the deck (OTE-1.7)."""
        is_on = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
        if entrant is None or not is_on or not asked.answers_for(entrant):
            return
        if decks_verbs.is_to_correct(tx, tournament, entrant):
            yield DutyItem(Duty.CORRECT_DECK, tournament.tournament_id, tournament, None)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """Whose deck holds a refused card."""
        yield DeckHold(decks_verbs.held_sides(tx, followed.tournament, followed.match.contest))

    def keeps_away(self, tx: Query, followed: Followed, side: int, at: datetime) -> None:
        """Whoever has to hand in another deck."""
        decks_verbs.refuse_held(tx, followed, side, at)

    # --- who runs the event ------------------------------------------------------------------------------------------

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Players whose next game waits for another deck."""
        return decks_verbs.obstacles(tx, tournament)
