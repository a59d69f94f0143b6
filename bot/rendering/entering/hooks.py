"""What capabilities add to the answer to who has entered an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.domain.entering.views import Registered
from bot.domain.hooks import Hooks, Joined
from bot.i18n import Voice
from bot.rendering.layout import Press


@dataclass(frozen=True, slots=True)
class Request:
    """Something that is asked of who has entered: a line, and the button that answers it."""

    said: str
    press: Press


class EntryCardHooks(Hooks):
    """What one capability asks of who has entered."""

    def needs(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """What has to come before anything else, since the entry cannot be confirmed without it."""
        return ()

    def welcome(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """What the person may say of themselves beside it."""
        return ()


ENTRY_CARDS: Final = Joined(EntryCardHooks)
