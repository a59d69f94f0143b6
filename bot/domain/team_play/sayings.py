"""What is said of teams, their members and their line-ups."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.ids import PersonId
from bot.domain.sayings import OfContest, OfEntrant


@dataclass(frozen=True, slots=True)
class LineUpsOpen(OfContest):
    """Both line-ups are known; the sides whose line-up was set by the limit."""

    sides: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamInvites(OfEntrant):
    """To the channel: who is asked to play for the team."""

    people: tuple[PersonId, ...]


class TeamInvitation(OfEntrant):
    """To a member who is asked to play for it."""


@dataclass(frozen=True, slots=True)
class PlaceAnswered(OfEntrant):
    """To the captain: a yes or a no."""

    person: PersonId
    answer: bool


class TeamTakenOff(OfEntrant):
    """To the captain of a team that had too few at the close."""


@dataclass(frozen=True, slots=True)
class MemberLeft(OfEntrant):
    """To the captain."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class MemberBarred(OfEntrant):
    """To the captain: who may not play, or is out already."""

    person: PersonId
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class MemberDropped(OfEntrant):
    """To who is out of the team, and by whom; nobody where a bar did it."""

    person: PersonId
    by: PersonId | None = None
