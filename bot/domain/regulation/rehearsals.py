"""What an organiser asks to have rehearsed, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 64
"""Of a rehearsal that the bot itself begins: more of them take minutes, on the machine that plays the real events."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A preset by its name, or another rulebook with its file; the language, and how many where that is said."""

    name: str
    file: bytes | None
    language: str
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """What did not end as the rulebook says: the check, the rule behind it, and the first that was found."""

    title: str
    rule: str
    problem: str


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """How a rehearsal ended."""

    checks: int
    broken: tuple[Broken, ...]
    broke_off: bool
    """Whether the play stopped before its end."""
    people: int
    events: int
    matches: int
    messages: int
    hours: int
    """Of the pretended time."""
    seconds: int
    page: bytes
    """As HTML; empty where even without its pictures it would be larger than Discord takes."""
    pictures: bool
    """Whether the page shows them."""
