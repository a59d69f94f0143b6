"""What is asked and shown before and after an event is brought in from its record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import GuildId, NameId, PersonId


@dataclass(frozen=True, slots=True)
class RecordName:
    """A name of a file that can be somebody's who is known, and whom its organiser says that it means."""

    name_id: NameId
    guild_id: GuildId
    asked_by: PersonId
    record: str
    """Which file: what was said of one holds for no other."""
    number: int
    file_id: str
    name: str
    site: str | None
    """Where the event was played, so that the name may be an account there."""
    same_id: PersonId | None
    """The one person of that very name, while nobody has said that somebody else is meant."""
    person_id: PersonId | None = None
    answered_at: datetime | None = None
    """Answered without a person it is somebody new."""
    files: frozenset[int] = frozenset({0})
    """The files, by their numbers, in which the name stands; nobody plays twice in one event."""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name with the people whom it can mean."""

    name_id: NameId
    name: str
    alike: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class NamesAsked:
    """What an organiser is asked before a record comes in; with nothing `left` everything is said."""

    same: tuple[NameAsked, ...]
    """Names that somebody bears to the letter, as many as are confirmed by one press."""
    seen: str
    """Which these are, so that a press confirms what its card showed and nothing else."""
    alike: tuple[NameAsked, ...]
    left: int
    said: int
