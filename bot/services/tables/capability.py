"""What tables of three add to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.rulebook import Rulebook
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.tables import table_reading
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
