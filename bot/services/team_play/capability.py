"""What teams add to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.rulebook import Rulebook
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.team_play import stay_on_reading, team_reading
from bot.storage.database import Work


class TeamPlay(MatchHooks):
    """Events between teams."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether teams enter the event."""
        return rulebook.teams is not None

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterator[object]:
        """The boards, and where the winner stays on, the game under way."""
        for one in (team_reading.team_view(work, followed, now), stay_on_reading.stay_on_view(work, followed, now)):
            if one is not None:
                yield one
