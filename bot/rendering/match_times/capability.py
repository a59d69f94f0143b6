"""What times of matches add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.match_times import time_sheet
from bot.rendering.regulation.hooks import SheetHooks


class TimesCards(SheetHooks):
    """Of events whose rounds last days."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the sides agree on a time."""
        return rulebook.match_times is not None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """How a match gets its time."""
        if rulebook.match_times is not None:
            yield "sheet.title.match_times", time_sheet.lines(rulebook.match_times, voice)
