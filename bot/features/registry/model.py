"""Offices, rating terms and grades as people ask for them and look at them, and what is said of them.

The association has two offices: who holds them, who stands in, and what waits while one is vacant (AIJE-A01-1). Other
numbers for a rating list are asked for, signed, and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final

from bot.features.registry.titles_model import MasterTitle
from bot.features.signing.model import Signed, Wish
from bot.kernel.ids import GuildId, MemberId, PersonId, RoleId, TournamentId
from bot.kernel.promises import Commas, Message, Notified, OfGuild, OfPerson, OfTournament
from bot.people.model import ArbiterTitle, GradeRecord, Office, Person
from bot.play.entries import Tournament
from bot.play.rating import STARTING, DatedTerms, RatingTerms
from bot.play.rulebook import Grade, GradeRules

# --- what is said ---------------------------------------------------------------------------------------------------


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


class MirrorRoles(Message):
    """No message: the member's roles follow the registry."""

    NOTIFIES = Notified.NOBODY
    member: Membership


class RolesBlocked(OfGuild):
    """To the committee: a role that Discord does not let the bot give."""

    NOTIFIES = Notified.STAFF
    role: RoleId


class OfTitleProposal(Message):
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


class OfGrade(Message):
    """A message about a player's grade."""

    grade_id: str


class GradeWaits(OfGrade):
    """To the committee: declared or proposed."""

    NOTIFIES = Notified.STAFF


class GradeDecided(OfGrade):
    """To its player, or of a promotion to everybody."""

    NOTIFIES = Notified.READER


# --- offices --------------------------------------------------------------------------------------------------------


LONGEST_STAND_IN: Final = timedelta(days=90)
"""Whoever is away for longer makes room for a successor."""


class BlockedByVacancy(StrEnum):
    """What cannot happen while an office is vacant."""

    __said_as__ = "blocked"

    EXPULSION = "expulsion"
    """Leader and President both sign (AIJE-A02-1)."""
    SUGGESTIONS = "suggestions"
    """The leader answers them (AIJE-A01-3)."""
    MEMBER_EXPULSION = "member_expulsion"
    """The leader runs it (AIJE-A02-3)."""
    ELECTION = "election"
    """The President runs it (AIJE-A01-2)."""
    REMOVAL = "removal"
    """The leader removes with the President's approval (AIJE-A02-6)."""


_BLOCKS: Final[Mapping[Office, tuple[BlockedByVacancy, ...]]] = {
    Office.LEADER: (
        BlockedByVacancy.SUGGESTIONS,
        BlockedByVacancy.EXPULSION,
        BlockedByVacancy.MEMBER_EXPULSION,
        BlockedByVacancy.REMOVAL,
    ),
    Office.PRESIDENT: (BlockedByVacancy.ELECTION, BlockedByVacancy.EXPULSION, BlockedByVacancy.REMOVAL),
}


def blocked_by(office: Office) -> tuple[BlockedByVacancy, ...]:
    """What waits for a holder of that office."""
    return _BLOCKS[office]


@dataclass(frozen=True, slots=True)
class OfficeSeat:
    """An office as it stands: `holder` None where it is vacant."""

    office: Office
    holder: Person | None
    since: datetime | None
    stand_in: Person | None
    stands_in_until: datetime | None


@dataclass(frozen=True, slots=True)
class Committee:
    """Both offices and every holder of an arbiter title, who together are the committee (AIJE-A01-1)."""

    seats: tuple[OfficeSeat, ...]
    arbiters: tuple[tuple[Person, ArbiterTitle, datetime], ...]


# --- numbers of the rating list -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TermsWish(Wish):
    """Other numbers for the list, which wait for a second signature, and those that held when they were asked for."""

    kind: ClassVar[Signed] = Signed.RATING_TERMS
    k: float
    initial: float
    k_before: float
    initial_before: float

    @property
    def wanted(self) -> RatingTerms:
        """What is asked for."""
        return RatingTerms(self.initial, self.k)

    @property
    def before(self) -> RatingTerms:
        """What held then."""
        return RatingTerms(self.initial_before, self.k_before)


@dataclass(frozen=True, slots=True)
class TermsView:
    """The terms of a list, the latest first, with the people who chose them."""

    dated: tuple[DatedTerms, ...]
    people: Mapping[PersonId, Person]
    has_officers: bool
    """Whether a leader or a President is there, who change them; else the owner does."""

    def before(self, dated: DatedTerms) -> RatingTerms:
        """What held until then."""
        earlier = [one.terms for one in self.dated if one.since < dated.since]
        return earlier[0] if earlier else STARTING

    def person(self, person_id: PersonId | None) -> Person | None:
        """One of those who chose."""
        return None if person_id is None else self.people.get(person_id)

    @property
    def present(self) -> RatingTerms:
        """What the next event takes."""
        return self.dated[0].terms if self.dated else STARTING


# --- grades ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GradeView:
    """A grade that waits or was decided, whose it is, and the one that counts by now."""

    record: GradeRecord
    person: Person
    tournament: Tournament
    held: Grade | None
    place: int | None = None
    """Of a promotion, the place in the event that it is proposed for."""

    @property
    def rules(self) -> GradeRules:
        """What the event's rulebook says of grades."""
        return self.tournament.rulebook.grades or GradeRules()


class TitleMoved(OfTournament):
    """A correction moved the title; to the committee also which later matches it renamed, and which it left to them."""

    NOTIFIES = Notified.CONCERNED
    event: str
    lost: PersonId
    won: PersonId | None
    holder: PersonId | None
    renamed: Commas[TournamentId] | None = None
    left: Commas[TournamentId] | None = None
