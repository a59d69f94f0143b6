"""What is said of teams, their members and their line-ups."""

from __future__ import annotations

from bot.domain.ids import EntrantId, PersonId
from bot.domain.sayings import Notified, OfContest, OfEntrant, OfTournament


class LineUpsOpen(OfContest):
    """Both line-ups are known; the sides whose line-up was set by the limit."""

    NOTIFIES = Notified.PLAYERS
    sides: tuple[int, ...] = ()


class TeamInvites(OfEntrant):
    """To the channel: who is asked to play for the team."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("team-yes",)
    people: tuple[PersonId, ...]


class TeamInvitation(OfEntrant):
    """To a member who is asked to play for it."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-yes",)


class PlaceAnswered(OfEntrant):
    """To the captain: a yes or a no."""

    NOTIFIES = Notified.READER
    person: PersonId
    answer: bool


class TeamTakenOff(OfEntrant):
    """To the captain of a team that had too few at the close."""

    NOTIFIES = Notified.READER


class MemberLeft(OfEntrant):
    """To the captain: a member has left the team."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-edit",)
    person: PersonId


class MemberBarred(OfEntrant):
    """To the captain: who may not play, or is out already."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-edit", "players")

    person: PersonId
    is_out: bool = False


class MemberDropped(OfEntrant):
    """To the member who is out of the team, and by whom; nobody where a bar did it."""

    NOTIFIES = Notified.READER
    person: PersonId
    by: PersonId | None = None


class TeamsUnfit(OfTournament):
    """To the channel: teams that could not play as they are, by a new list or a bar, and how their captains mend it."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("team-fit",)
    entrants: tuple[EntrantId, ...]


class TeamUnfit(OfEntrant):
    """The same to the captain of one team, as a letter."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-lead", "team-release", "team-edit")


class TeamUnfitAtClose(OfEntrant):
    """To a team that does not play because it did not fit when registration closed, and to staff."""

    NOTIFIES = Notified.READER


class CaptainChanged(OfEntrant):
    """To everybody: who leads a team from now on, by the captain's press, the list at the close, or a bar."""

    NOTIFIES = Notified.CONCERNED
    before: PersonId
    at_close: bool = False
    by_bar: bool = False


class LeadVacant(OfEntrant):
    """To staff and the captain: a bar keeps the captain out of a team that plays, and nobody else of it may lead."""

    NOTIFIES = Notified.STAFF
    person: PersonId


class MemberSitsOut(OfEntrant):
    """To a member whom a bar keeps out of the matches to come, or not any more, and to the captain."""

    NOTIFIES = Notified.READER
    person: PersonId
    is_back: bool = False
