"""What the registry adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.registry import grade_cards
from bot.rendering.regulation.hooks import SheetHooks


class RegistryCards(SheetHooks):
    """Of all events: grades where the rulebook has them."""

    def admission(self, rulebook: Rulebook, voice: Voice) -> Iterable[str]:
        """Which grades count, and who confirms them."""
        return () if rulebook.grades is None else grade_cards.rule_lines(rulebook.grades, voice)
