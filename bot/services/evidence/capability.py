"""What proof in disputes adds to the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.services.evidence import proofs
from bot.services.hooks import StepHooks, Taker
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.storage.context import Query


class Evidence(MatchHooks, StepHooks):
    """Files that are brought to a dispute."""

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterable[object]:
        """How many there are."""
        found = proofs.count(tx, followed.match)
        return () if found is None else (found,)

    def takers(self) -> Mapping[str, Taker]:
        """The case is over."""
        return {"proofs": proofs.take}
