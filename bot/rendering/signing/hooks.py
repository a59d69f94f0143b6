"""What capabilities add to the card of an act that waits: what the act would do, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.hooks import Hooks, Joined, first
from bot.i18n import Voice


class WishCards(Hooks):
    """The words of one capability's wishes."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Paragraphs that say what would be done; None for what another capability tells."""
        return None


WISH_CARDS: Final = Joined(WishCards)


def words_of(told: object, voice: Voice) -> Sequence[str]:
    """What would be done, in words; raises LookupError where no capability says it."""
    found = first(one.wish(told, voice) for one in WISH_CARDS)
    if found is None:
        raise LookupError(f"nobody tells of {told}")
    return found
