"""What tables of three, and decks, add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.events.views import Registered
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.entering.hooks import EntryCardHooks, Request
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.tables import deck_cards


class DeckCards(EntryCardHooks, SheetHooks):
    """Of events in which decks are handed in."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[deck]`."""
        return rulebook.deck is not None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """What a deck may hold."""
        if rulebook.deck is None:
            return ()
        return (("format_sheet.deck_title", deck_cards.rule_lines(rulebook.deck, voice)),)

    def needed(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """A deck that is admitted."""
        if entry.is_complete:
            return ()
        return (Request(voice.say("decks.needed"), deck_cards.hand_in(entry.tournament, voice)),)
