"""What a notice is: a function from the facts, read at the moment of speaking, to a card in a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from bot.domain.announcements import Promise
from bot.domain.ids import GuildId, PersonId
from bot.domain.sayings import K, Saying
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.storage.context import Query

Composed = Callable[[Voice], Card]
"""Makes the card in a language, from facts already read."""

Notice = Callable[[Query, Promise[Any]], Composed | None]
"""Reads the facts; None when there is nothing left to say, as for a match that was annulled meanwhile."""

ShowsFaces = Callable[[Query, Promise[Any]], Sequence[PersonId]]
"""Says whose faces the message will show."""

PanelNotice = Callable[[Query, str, datetime], tuple[Composed, GuildId] | None]
"""Reads what a live message has to show at the moment, by the id after its "kind:"; None when it needs no more care."""


def on(kind: type[K], notice: Callable[[Query, Promise[K]], Composed | None]) -> tuple[type[Saying], Notice]:
    """What is said of the kind; the type checker holds the notice to its fields."""
    return kind, notice
