"""What capabilities add to a match that is being played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from bot.domain.hooks import Hooks, Joined
from bot.services.playing.followed import Followed
from bot.storage.database import Work


class MatchHooks(Hooks):
    """What one capability adds to the verbs and the views of a match."""

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterable[object]:
        """What its view shows beside what every match has, each a value of a type of its own."""
        return ()


MATCH_HOOKS: Final = Joined(MatchHooks)
