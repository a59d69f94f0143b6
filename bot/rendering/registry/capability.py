"""What the registry adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.entering.views import Registered
from bot.domain.registry.rating_terms import TermsWish
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.entering.hooks import EntryCardHooks, Request
from bot.rendering.registry import grade_cards, rating_terms_cards
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.signing.hooks import WishCards


class RegistryCards(EntryCardHooks, SheetHooks, WishCards):
    """Of all events: grades where the rulebook has them."""

    def admission(self, rulebook: Rulebook, voice: Voice) -> Iterable[str]:
        """Which grades count, and who confirms them."""
        return () if rulebook.grades is None else grade_cards.rule_lines(rulebook.grades, voice)

    def welcome(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """The grade that one has."""
        if entry.tournament.rulebook.grades is None:
            return ()
        said = voice.say("grades.ask") if entry.grade is None else voice.say("grades.yours", grade=str(entry.grade))
        return (Request(said, grade_cards.declare_press(entry.tournament, voice)),)

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Other numbers for the rating list."""
        return (rating_terms_cards.wish_words(told, voice),) if isinstance(told, TermsWish) else None
