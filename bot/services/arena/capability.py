"""What an arena adds to the core."""

from __future__ import annotations

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.rulebook import Rulebook
from bot.services.arena import arena_guidance
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.storage.database import Work


class Arena(EntryHooks):
    """Events whose pairs are made of whoever waits in the lobby."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether there is a lobby."""
        return rulebook.traits.has_lobby

    # --- entering ----------------------------------------------------------------------------------------------------

    def guidance(self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The way to the lobby, between two games."""
        if entrant is not None and phase(tournament) is Phase.RUNNING:
            yield from arena_guidance.found(work, asked.presser, tournament)
