"""What is said of entries, confirmation, accounts and seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.entering.qualification import Asked, Invitation
from bot.domain.entering.seats import PassedOver
from bot.domain.ids import EntrantId, PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.sayings import Commas, Notified, OfEntrant, OfPerson, OfTournament, Saying


class CheckInOpened(OfTournament):
    """Check-in has opened: who had not confirmed by then is named, on as many pages as it takes."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("check-in", "withdraw")
    entrants: tuple[EntrantId, ...] | None = None
    follows: bool = False
    """Whether another page came before."""

    @property
    def has_to_call(self) -> bool:
        """Where all are confirmed already, nobody is asked."""
        return bool(self.entrants)


class CheckInReminder(OfTournament):
    """Who is missing: who is named was fixed when it was promised."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("check-in",)
    entrants: tuple[EntrantId, ...] = ()


class EventReminder(OfEntrant):
    """To who asked to be reminded: what comes next is read from the facts when it is said."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("check-in",)


class CheckInClosed(OfTournament):
    """Starters, absentees, what comes next."""

    NOTIFIES = Notified.NOBODY


class EnteredByStaff(OfEntrant):
    """To somebody whom staff put on the list."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("check-in", "withdraw")


class RemovedByStaff(OfEntrant):
    """To somebody whom staff took off the list."""

    NOTIFIES = Notified.READER
    reason: str


class RemovalTold(OfEntrant):
    """To everybody: staff took somebody off the list of an official event, and why (AIJE-D01-2)."""

    NOTIFIES = Notified.NOBODY
    reason: str
    by: PersonId


class EntryRoleDeleted(OfTournament):
    """To who created the event: the role that it asks for is gone, and nobody can register."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("desk",)


class TriedInVain(OfEntrant):
    """To who pressed Check in, was refused, and was taken off the list at the close: that is no absence."""

    NOTIFIES = Notified.READER


class ShutOutAtClose(OfEntrant):
    """To whoever entered: the entry is off the list, since this person could not play."""

    NOTIFIES = Notified.READER
    person: PersonId


class OfClaim(Saying):
    """About a claim to an account that is another's."""

    claim_id: str


class AccountClaimed(OfClaim):
    """To the committee: somebody claims an account that another holds."""

    NOTIFIES = Notified.NOBODY


class ClaimReader(StrEnum):
    """To whom a decided claim is told."""

    CLAIMANT = "claimant"
    HOLDER = "holder"
    COMMITTEE = "committee"


class ClaimDecided(OfClaim):
    """The claim was granted or refused."""

    NOTIFIES = Notified.READER
    reader: ClaimReader


class OfSeats(Saying):
    """About a round of invitations."""

    round_id: str


class SeatsProposed(OfSeats):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.NOBODY


class SeatsOffered(OfSeats):
    """Who is asked; the delivery starts the clock."""

    NOTIFIES = Notified.ASKED
    asked: Commas[Invitation]


class SeatsFilled(OfSeats):
    """Every seat has its player."""

    NOTIFIES = Notified.NOBODY


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat that a correction took."""

    event: QualifyingEvent
    person_id: PersonId


class SeatsLost(OfSeats):
    """Who has no seat after a correction."""

    NOTIFIES = Notified.CONCERNED
    lost: Commas[LostSeat]


class SeatPassedOver(OfSeats):
    """Somebody is or was barred, and what became of the place."""

    NOTIFIES = Notified.CONCERNED
    what: PassedOver
    asked: Asked
    person: PersonId


class SeatVacant(OfSeats):
    """To the committee: nobody is left for so many places, after so many were asked."""

    NOTIFIES = Notified.STAFF
    vacant: int
    after: int


class SeatStaysEmpty(OfSeats):
    """To the committee: a place in the Candidates that somebody does not take passes on to nobody (AIJE-D02-1)."""

    NOTIFIES = Notified.STAFF
    person: PersonId


class ByHand(StrEnum):
    """What an organiser did to a seat."""

    GIVEN = "yes"
    TAKEN = ""


class SeatByHand(OfPerson):
    """An organiser gave or took a seat."""

    NOTIFIES = Notified.CONCERNED
    event: QualifyingEvent
    why: str
    given: ByHand
