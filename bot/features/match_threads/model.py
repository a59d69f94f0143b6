"""The thread of a match: whether it stands, is open, or could not be had; and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.kernel.ids import ChannelId, ContestId, PersonId, TournamentId
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.people.model import Person

MOST_MADE: Final = 3
"""Whoever deletes the thread of a match so often wants none."""


class ThreadRefusal(StrEnum):
    """Why a match has no thread although its rulebook wants one."""

    __said_as__ = "refusal"

    RIGHTS = "rights"
    TOO_MANY = "too_many"
    """The server has as many open threads as Discord allows."""
    CHANNEL = "channel"
    """The channel of the matches is of a kind that has no such threads."""
    DELETED = "deleted"
    """Somebody deletes them."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class MatchThread:
    """What is on record of a match's thread."""

    contest_id: ContestId
    tournament_id: TournamentId
    thread_id: ChannelId | None = None
    times_made: int = 0
    closed_at: datetime | None = None
    refused: ThreadRefusal | None = None


@dataclass(frozen=True, slots=True)
class ThreadPlan:
    """What the thread of a match has to be: whether it is private and open, its name, and who is still to come in."""

    known: MatchThread
    is_private: bool
    is_open: bool
    sides: tuple[str, ...]
    event: str
    missing: tuple[Person, ...]
    """Players first, then who follows the match; all of them are known to Discord."""
    arbiter: PersonId | None


class ThreadTended(OfContest):
    """No message: the thread is opened or closed, and lets in whoever is missing."""

    NOTIFIES = Notified.NOBODY


class ThreadsRefused(OfTournament):
    """To the committee: matches of the event go without threads, and why."""

    NOTIFIES = Notified.NOBODY
    STANDS_WITH_MATCHES = True
    why: ThreadRefusal
