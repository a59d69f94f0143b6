"""A thread for each match, where a rulebook wants one: who reads it, and how long it stays open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

LONGEST_TALK: Final = timedelta(days=7)
"""Discord closes a thread in which nobody speaks for longer."""


class Readers(StrEnum):
    """Who reads the thread of a match."""

    EVERYBODY = "everybody"
    PLAYERS = "players"
    """Its players and whoever follows it alone."""


class Talk(StrEnum):
    """Where the matches of an event are talked of, as an organiser chooses it."""

    CHANNEL = "channel"
    """All in the channel of the matches."""
    THREADS = "threads"
    """Each in a thread that everybody reads."""
    PRIVATE_THREADS = "private_threads"
    """Each in a thread of its players and whoever follows it."""


@dataclass(frozen=True, slots=True)
class ThreadRules:
    """What a match is talked of in; an event whose rulebook has no such table has all cards in one channel."""

    read_by: Readers = Readers.EVERYBODY
    open_for: timedelta = timedelta(hours=1)
    """How long the thread stays open once the result stands."""

    @property
    def is_private(self) -> bool:
        """Whether others than the players are kept out."""
        return self.read_by is Readers.PLAYERS


def talk_of(rules: ThreadRules | None) -> Talk:
    """The choice that the rules stand for."""
    if rules is None:
        return Talk.CHANNEL
    return Talk.PRIVATE_THREADS if rules.is_private else Talk.THREADS


def with_talk(rules: ThreadRules | None, talk: Talk) -> ThreadRules | None:
    """The rules with that choice; how long a thread stays open stays as it is."""
    if talk is Talk.CHANNEL:
        return None
    readers = Readers.PLAYERS if talk is Talk.PRIVATE_THREADS else Readers.EVERYBODY
    return replace(rules or ThreadRules(), read_by=readers)
