"""What capabilities say in the rule sheet of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.domain.hooks import Hooks, Joined
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice


class SheetHooks(Hooks):
    """What one capability says of its settings."""

    def admission(self, rulebook: Rulebook, voice: Voice) -> Iterable[str]:
        """Lines on who may enter, below those of every event."""
        return ()

    def how_played(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """Who meets whom, where that is neither a knock-out nor a table of rounds."""
        return None

    def in_bracket(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """How long the matches of a bracket are, where they are not single games between two players."""
        return None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """Sections of its own, before that on points: the key of each title, and its lines."""
        return ()


SHEETS: Final = Joined(SheetHooks)
