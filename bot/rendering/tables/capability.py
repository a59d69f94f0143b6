"""What tables of three and decks add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.tables import deck_cards


class DeckCards(SheetHooks):
    """Of events in which decks are handed in."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[deck]`."""
        return rulebook.deck is not None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """What a deck may hold."""
        if rulebook.deck is None:
            return ()
        return (("format_sheet.deck_title", deck_cards.rule_lines(rulebook.deck, voice)),)
