"""What a match for a title adds to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion
from bot.domain.rulebook import Rulebook
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.title_match import holder_guidance, series_reading, title_holders
from bot.storage import series
from bot.storage.database import Work


class TitleMatch(EntryHooks, MatchHooks):
    """Events that are one long match, told game by game."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether the event is such a match."""
        return rulebook.traits.is_series

    # --- entering ----------------------------------------------------------------------------------------------------

    def check_in_opened(self, work: Work, occasion: Occasion, tournament: Tournament) -> None:
        """The champion whom the registry knows is asked for the colours."""
        title_holders.ask_by_itself(work, occasion, tournament)

    def guidance(self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The colours to choose, or the champion to name."""
        return holder_guidance.found(work, asked, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterator[object]:
        """The games, the colours, the pauses."""
        shown = series_reading.series_view(work, followed, now)
        if shown is not None:
            yield shown

    def has_told_games(self, work: Work, followed: Followed) -> bool:
        """Once one is told, an absent player's next game is the arbiters' to award (AIJE-D03-5)."""
        return bool(series.games(work, followed.contest_id))
