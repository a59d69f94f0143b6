"""What is said of offices, titles, grades and proposed events, and the roles that show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import GuildId, MemberId, PersonId, RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.domain.sayings import Notified, OfGuild, OfPerson, Saying


class NoTitle(StrEnum):
    """Where a title could stand."""

    NONE = "none"


class OfficersNamed(OfGuild):
    """Who was given an office or a title in one act, who was asked first, and whose act it was."""

    NOTIFIES = Notified.CONCERNED
    president: PersonId | None = None
    leader: PersonId | None = None
    title: ArbiterTitle | NoTitle | None = None
    arbiters: tuple[PersonId, ...] | None = None
    asked: tuple[PersonId, ...] | None = None
    by: PersonId = field(kw_only=True)


class OfficeNews(StrEnum):
    """What became of an office or a title."""

    RESIGNED = "resigned"
    LAID_DOWN = "laid_down"
    STAND_IN = "stand_in"
    STAND_IN_OVER = "stand_in_over"


class OfficeChanged(OfGuild):
    """Somebody resigned, stands in or does so no more."""

    NOTIFIES = Notified.CONCERNED
    what: OfficeNews
    office: Office | ArbiterTitle
    person: PersonId
    by: PersonId | None = None
    until: datetime | None = None
    reason: str | None = None


class RatingTermsChanged(OfGuild):
    """The list has other numbers, from a moment on."""

    NOTIFIES = Notified.NOBODY
    since: datetime


class Undone(StrEnum):
    """What it was that is taken back."""

    GIVEN = "given"
    TAKEN = "taken"


class AppointmentUndone(OfPerson):
    """A mistaken appointment, or the loss of one, is taken back."""

    NOTIFIES = Notified.CONCERNED
    by: PersonId
    what: Office | ArbiterTitle | MasterTitle | NoTitle
    how: Undone


@dataclass(frozen=True, slots=True)
class Membership:
    """A member of a server."""

    guild_id: GuildId
    member_id: MemberId


class MirrorRoles(Saying):
    """No message: the member's roles follow the registry."""

    NOTIFIES = Notified.NOBODY
    member: Membership


class RolesBlocked(OfGuild):
    """To the committee: a role that Discord does not let the bot give."""

    NOTIFIES = Notified.STAFF
    role: RoleId


class OfTitleProposal(Saying):
    """About a title that is to be given or taken."""

    proposal_id: str


class TitleProposed(OfTitleProposal):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class TitleOffered(OfTitleProposal):
    """To its candidate in public; accepting lays master titles down."""

    NOTIFIES = Notified.ASKED


class TitleChanged(OfTitleProposal):
    """A title was given or taken."""

    NOTIFIES = Notified.CONCERNED


class ChampionNamed(OfPerson):
    """Who is world champion by which event; `unplayed` where no game was."""

    NOTIFIES = Notified.CONCERNED
    event: str
    unplayed: bool = False


class OfGrade(Saying):
    """A message about a player's grade."""

    grade_id: str


class GradeWaits(OfGrade):
    """To the committee: declared or proposed."""

    NOTIFIES = Notified.STAFF


class GradeDecided(OfGrade):
    """To its player, or of a promotion to everybody."""

    NOTIFIES = Notified.READER
