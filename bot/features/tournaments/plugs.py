"""What past events and a server's own rulebooks add to the core: second signatures, and approvals that wait."""

from __future__ import annotations

from bot.features.tournaments import official_verbs
from bot.features.tournaments.hooks import Asker, DutyHooks, Found
from bot.kernel.context import Query


class OwnRulebooks(DutyHooks):
    """Files of a server that change an official event."""

    def duties(self, tx: Query, asked: Asker) -> Found:
        """What waits for the approval of who asks."""
        return official_verbs.guide(tx, asked)
