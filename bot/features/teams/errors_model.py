"""What can be wrong with a team, a line-up or the boards of a match, each with the exact person, board and number."""

from __future__ import annotations

from bot.kernel.errors import Refused, UserError


class TeamOverfull(UserError):
    """More members than a team may have, substitutes included."""

    name: str
    given: int
    limit: int


class TeamTooSmall(UserError):
    """Somebody has still to be named before the team can confirm."""

    n: int
    limit: int


class TwoOfTheTop(UserError):
    """Two of the ranking's first are in one team (AIJE-D05-1)."""

    name: str
    other: str
    place: int
    limit: int


class LeaderIsNotHighest(UserError):
    """The highest rated of a team leads it (AIJE-D05-1)."""

    name: str
    other: str


class NotASchoolYear(UserError):
    """What stands behind the pupil's name is no school year."""

    name: str
    given: str


class PupilTooOld(UserError):
    """An older pupil does not play in a younger category (OLY-1)."""

    name: str
    year: int
    limit: int


class InAnotherTeam(UserError):
    """The person is in another team of the event."""

    name: str
    team: str


class PlacesUnanswered(UserError):
    """Too few have said yes so far, and the team waits for these."""

    names: tuple[str, ...]
    n: int


class MemberBarred(UserError):
    """A member may not play at present (AIJE-D01-2)."""

    name: str


class MemberUnfit(UserError):
    """The rating of somebody who is to play by another's word does not go with what the event asks for."""

    name: str
    event: str


class MemberAccountHeld(UserError):
    """The account that was told of a member belongs to somebody else."""

    name: str
    account: str


class MembersWithoutAccount(UserError):
    """The rulebook asks for the account of every member."""

    names: tuple[str, ...]
    site: str


class StrangerInLineUp(UserError):
    """Who was named for a board is no member of the team."""

    name: str
    board: int


class SlipInLineUp(UserError):
    """A name for a board is nobody's of the team, and like these."""

    name: str
    board: int
    known: tuple[str, ...]


class TwoNamedAlike(UserError):
    """The name fits more than one member."""

    name: str
    board: int


class SitsTwice(UserError):
    """Nobody is in two games at once (OLY-3)."""

    name: str
    board: int


class BoardOverfull(UserError):
    """More were named for a board than sit there."""

    name: str
    board: int
    n: int
    """How many sit there."""


class BoardNotFull(UserError):
    """Fewer were named for a board than sit there."""

    board: int
    given: int
    n: int


class MayNotMove(UserError):
    """In a fixed order a substitute may take a place, and nobody changes boards (GO-25.1)."""

    name: str
    board: int


class EndingIsRuled(UserError):
    """Whether both lose a board, or it has no result, is an arbiter's to say."""

    board: int
    given: str


class RefusedAtBoard(Refused):
    """The board is told otherwise than it was lost; the sentence says how it is told."""

    board: int
    mark: str


class ImpossibleBoard(UserError):
    """The board cannot have ended so."""

    board: int
    given: str
    n: int
    """The games that are played there."""
    example: str
    """A score that the board can end with."""


class WrongNumberOfBoards(UserError):
    """More or fewer boards were told, or named, than there are."""

    given: int
    n: int


class BoardsLostByAbsence(UserError):
    """Lateness has cost boards, which have to be told as given (AIJE-D01-5.4)."""

    n: int
    mark: str


class GamesLostByLateness(UserError):
    """Coming late has cost games on a board, which are the other side's whatever is told (AIJE-D01-5.4)."""

    n: int
    board: int
