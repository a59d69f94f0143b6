"""What is said of teams, their members and their line-ups."""

from __future__ import annotations

from bot.domain.ids import PersonId
from bot.domain.sayings import OfContest, OfEntrant


class LineUpsOpen(OfContest):
    """Both line-ups are known; the sides whose line-up was set by the limit."""

    sides: tuple[int, ...] = ()


class TeamInvites(OfEntrant):
    """To the channel: who is asked to play for the team."""

    ASKS_BY = ("team-yes",)
    people: tuple[PersonId, ...]


class TeamInvitation(OfEntrant):
    """To a member who is asked to play for it."""

    ASKS_BY = ("team-yes",)


class PlaceAnswered(OfEntrant):
    """To the captain: a yes or a no."""

    person: PersonId
    answer: bool


class TeamTakenOff(OfEntrant):
    """To the captain of a team that had too few at the close."""


class MemberLeft(OfEntrant):
    """To the captain: a member has left the team."""

    ASKS_BY = ("team-edit",)
    person: PersonId


class MemberBarred(OfEntrant):
    """To the captain: who may not play, or is out already."""

    ASKS_BY = ("team-edit", "players")

    person: PersonId
    is_out: bool = False


class MemberDropped(OfEntrant):
    """To the member who is out of the team, and by whom; nobody where a bar did it."""

    person: PersonId
    by: PersonId | None = None
