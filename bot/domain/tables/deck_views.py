"""What people look at of a deck: the list, and what keeps it from being admitted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.tables.decks import JudgeRefusal, Problem


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of a list: admitted, unless there are problems; one with problems was not kept."""

    tournament: Tournament
    size: int
    problems: tuple[Problem, ...]
    changes_until: datetime | None
    """None once confirmation is closed: a list is taken then in place of one with a refused card."""
    confirmed: bool = False
    """Whether the player has confirmed the entry already."""
    passed_over: tuple[int, ...] = ()
    """Lines that were taken for headings and comments."""


@dataclass(frozen=True, slots=True)
class DeckView:
    """A list that was handed in, as its player or an arbiter sees it."""

    tournament: Tournament
    player: Person
    text: str
    size: int
    submitted_at: datetime
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class CardRefused:
    """A judge's refusal, with those whose decks hold the card."""

    tournament: Tournament
    refusal: JudgeRefusal
    concerned: tuple[Person, ...]
    closed: bool = False
    """Confirmation is closed: they stay in the event. Otherwise their confirmation is taken back."""


@dataclass(frozen=True, slots=True)
class DeckHold:
    """What the card of a match says of decks: the sides that need another one before their next game (OTE-1.7)."""

    sides: tuple[int, ...]
