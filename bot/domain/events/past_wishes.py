"""Past events whose files wait for a second person, or in public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.domain.events.past_events import RatingMoved, RatingsTaken
from bot.domain.signing.signatures import Signed, Wish


@dataclass(frozen=True, slots=True)
class PastEventsWished(Wish):
    """The files as their sender was shown them; agreed to, they come in by themselves."""

    kind: ClassVar[Signed] = Signed.PAST_EVENTS

    seen: str
    """By which the draft is known again."""
    ratings: str
    events: tuple[tuple[str, bool], ...]
    """The name of each event, and whether it is official."""
    moved: tuple[tuple[str, str, float | None, float], ...]
    """Whose rating moves: the person, or the name of who is new; from which, None for no rating, to which."""
    meant: str = ""
    """A fingerprint of whom each name means; empty where it was asked for before that was kept."""


@dataclass(frozen=True, slots=True)
class PastEventsTold:
    """The same for its card."""

    ratings: RatingsTaken
    events: tuple[tuple[str, bool], ...]
    moved: tuple[RatingMoved, ...]
