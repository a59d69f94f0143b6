"""What the registry adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.entering.views import Registered
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.entering.hooks import EntryCardHooks, Request
from bot.rendering.registry import grade_cards
from bot.rendering.regulation.hooks import SheetHooks


class RegistryCards(EntryCardHooks, SheetHooks):
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
