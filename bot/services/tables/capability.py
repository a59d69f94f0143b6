"""What tables of three, and decks, add to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.community import Presser
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import EntrantId, Occasion
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.rulebook import Rulebook
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.tables import deck_checks, table_reading
from bot.storage.database import Work


class Tables(MatchHooks):
    """Events whose games are played at tables of three."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether more than two sit down together."""
        return rulebook.traits.at_tables

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterator[object]:
        """Who sits in which set, and what wins."""
        yield table_reading.table_view(work, followed)


class Decks(EntryHooks):
    """Events to which everybody brings a deck."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether the rulebook asks for decks."""
        return rulebook.deck is not None

    # --- entering ----------------------------------------------------------------------------------------------------

    def is_complete(self, work: Work, tournament: Tournament, entrant_id: EntrantId) -> bool:
        """Not before a deck was handed in that is admitted."""
        return deck_checks.is_admitted(work, tournament, entrant_id)

    def refuse_check_in(self, work: Work, tournament: Tournament, entrant: Entrant, presser: Presser) -> None:
        """Who has confirmed stays confirmed, whatever became of the deck."""
        if entrant.checked_in_at is None:
            deck_checks.refuse_without(work, tournament, entrant.entrant_id)

    def keeps_from_start(
        self, work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, closed_at: datetime
    ) -> bool:
        """Who could not confirm because a card was refused."""
        return not entrant.confirmed_by(closed_at) and deck_checks.is_refused(work, tournament, entrant.entrant_id)

    def lacking(
        self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | None:
        """The deck."""
        if deck_checks.is_admitted(work, tournament, entrant.entrant_id):
            return None
        return DutyItem(Duty.HAND_IN_DECK, tournament.tournament_id, tournament, closes_at)

    def guidance(self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """After the close whoever plays with a card that a judge refused has to replace the deck (OTE-1.7)."""
        is_on = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
        if entrant is None or not is_on or not asked.answers_for(entrant):
            return
        if deck_checks.is_to_correct(work, tournament, entrant):
            yield DutyItem(Duty.CORRECT_DECK, tournament.tournament_id, tournament, None)
