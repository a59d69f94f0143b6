"""What a match for a title adds to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.rulebook import Rulebook
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.title_match import series_reading
from bot.storage.database import Work


class TitleMatch(MatchHooks):
    """Events that are one long match, told game by game."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether the event is such a match."""
        return rulebook.traits.is_series

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterator[object]:
        """The games, the colours, the pauses."""
        shown = series_reading.series_view(work, followed, now)
        if shown is not None:
            yield shown
