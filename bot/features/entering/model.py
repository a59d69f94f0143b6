"""Bars and conditions of entry, and what is said and looked at of entries; without text and without Discord.

A bar says why, since when, and who may lift it. A condition is judged by what is known of a person at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.tournaments.model import Listed
from bot.kernel.ids import BarId, CaseId, EntrantId, GuildId, MemberId, PersonId, RoleId, TournamentId, VoteId
from bot.kernel.promises import Message, Notified, OfEntrant, OfTournament
from bot.people.model import Account, AccountClaim, Office, Person
from bot.play.entries import Entrant, Tournament
from bot.play.plugs import NO_PARTS, Parts
from bot.play.rulebook import AbsenceRules, EntryRules, Grade

# --- how many there are ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryNumbers:
    """How many have entered an event. `registered` did not withdraw; once it is drawn, `starters` play."""

    registered: int = 0
    starters: int = 0
    highest: int = 0
    """The number of the last entry, which only grows."""
    grown_at: tuple[datetime, ...] = ()
    """When there was the ninth entry, the seventeenth and the thirty-third."""


# --- bars -----------------------------------------------------------------------------------------------------------


class BarReason(StrEnum):
    """Why a person is barred (AIJE-D01-2)."""

    UNJUSTIFIED_ABSENCE = "unjustified_absence"
    DISQUALIFIED = "disqualified"
    """By arbiter or committee; the explanation is told to the person and the public."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A person may enter no tournament of the community from `since`, until `until` or until further notice.

    With `tournament_id` it is that one event alone, from which its arbiter has disqualified the person (AIJE-D01-2).
    """

    bar_id: BarId
    guild_id: GuildId
    person_id: PersonId
    reason: BarReason
    explanation: str | None
    since: datetime
    until: datetime | None = None
    case_id: CaseId | None = None
    barred_by: PersonId | None = None
    """None: it came by itself (AIJE-B03-2)."""
    lifted_at: datetime | None = None
    lifted_by: PersonId | None = None
    lift_reason: str | None = None
    vote_id: VoteId | None = None
    """The vote that decided it; its question stands where a reason would."""
    lift_vote_id: VoteId | None = None
    tournament_id: TournamentId | None = None
    rule: str | None = None
    """The rule that was broken, as the arbiter named it (AIJE-B01-AJ)."""


def holds_in(bar: Bar, tournament_id: TournamentId | None) -> bool:
    """Whether the bar is one from that event too; None asks for bars from all events."""
    return bar.tournament_id is None or bar.tournament_id == tournament_id


def keeps_out(bar: Bar, tournament_id: TournamentId, *, refuses: bool) -> bool:
    """Whether the bar keeps out of the event: its own always does, one from all where the rulebook refuses barred."""
    return bar.tournament_id == tournament_id or (refuses and bar.tournament_id is None)


def active(bar: Bar, now: datetime) -> bool:
    """Whether the bar holds at that moment; at its last moment it does no longer."""
    ended = (moment for moment in (bar.until, bar.lifted_at) if moment is not None)
    return bar.since <= now and all(now < moment for moment in ended)


def bar_in_force(bars: Iterable[Bar], now: datetime) -> Bar | None:
    """The active bar that lasts longest, the earliest of several such, or None."""
    holding = [bar for bar in bars if active(bar, now)]
    endless = [bar for bar in holding if bar.until is None]
    if endless:
        return min(endless, key=lambda bar: bar.since)
    return max(holding, key=lambda bar: (bar.until or now, now - bar.since), default=None)


def bar_until(since: datetime, rules: AbsenceRules) -> datetime | None:
    """When the bar of an unjustified no-show ends; None is until further notice (AIJE-B03-2)."""
    return None if rules.bar_lasts is None else since + rules.bar_lasts


def who_may_lift(offices: Mapping[Office, PersonId]) -> tuple[PersonId, ...]:
    """The persons whom a barred player can turn to: the leader, then the President, each once (AIJE-D01-2)."""
    holders = (offices.get(office) for office in (Office.LEADER, Office.PRESIDENT))
    return tuple(dict.fromkeys(holder for holder in holders if holder is not None))


def a_year_after(moment: datetime) -> datetime:
    """The same day and hour a year later; of the 29th of February, the first of March."""
    try:
        return moment.replace(year=moment.year + 1)
    except ValueError:
        return moment.replace(year=moment.year + 1, month=3, day=1)


# --- what is said ---------------------------------------------------------------------------------------------------


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


class CheckInExtended(OfTournament):
    """Check-in is open longer: by somebody's word, or by itself with too few there. Names who is missing."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("check-in",)
    closes_at: datetime
    entrants: tuple[EntrantId, ...] = ()
    by: PersonId | None = None

    @property
    def has_to_call(self) -> bool:
        """Where all on the list are there, nobody is asked."""
        return bool(self.entrants)


class CheckInCutShort(OfTournament):
    """Somebody who runs the event begins with those who are there."""

    NOTIFIES = Notified.NOBODY
    by: PersonId


class EventReminder(OfEntrant):
    """To who asked to be reminded: what comes next is read from the facts when it is said."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("check-in",)


class CheckInClosed(OfTournament):
    """Starters, absentees, what comes next."""

    NOTIFIES = Notified.NOBODY


class EnteredByStaff(OfEntrant):
    """To somebody whom staff put on the list, or who has the `place_back`, since what took them off was undone."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("check-in", "withdraw")
    place_back: bool = field(default=False, kw_only=True)


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


class OfClaim(Message):
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


class ByHand(StrEnum):
    """What an organiser did to a seat."""

    GIVEN = "yes"
    TAKEN = ""


# --- conditions of entry --------------------------------------------------------------------------------------------


_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""What Discord counts its ids from."""
_BITS_BELOW_TIME: Final = 22
_LARGEST: Final = 2**63


class Condition(StrEnum):
    """What somebody can lack, first what nobody can do anything about today."""

    RATED_TOO_HIGH = "rated_too_high"
    RATED_TOO_LOW = "rated_too_low"
    UNRATED = "unrated"
    ACCOUNT_AGE = "account_age"
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who is to enter, as far as it is known."""

    account: MemberId | None
    """None for who has no Discord: staff's word stands for role and account."""
    roles: frozenset[RoleId]
    rating: float | None

    @property
    def whole_rating(self) -> int | None:
        """The rating as it is shown everywhere, which is what bounds are held against."""
        return None if self.rating is None else round(self.rating)


def unmet(rules: EntryRules, applicant: Applicant, at: datetime) -> tuple[Condition, ...]:
    """What the applicant lacks at the moment, in the order of `Condition`."""
    found = {_rating(rules, applicant.whole_rating)}
    if applicant.account is not None:
        found.add(Condition.ACCOUNT_AGE if at < (old_enough_at(rules, applicant.account) or at) else None)
        lacks_role = rules.role_id is not None and rules.role_id not in applicant.roles
        found.add(Condition.ROLE if lacks_role else None)
    return tuple(one for one in Condition if one in found)


def old_enough_at(rules: EntryRules, account: MemberId) -> datetime | None:
    """From when on the account is as old as it has to be; None where its age is not asked for."""
    if not rules.account_age:
        return None
    return account_made_at(account) + rules.account_age


def account_made_at(account: MemberId) -> datetime:
    """When the account was made, which its id says; a number that is no id counts as the youngest that can be."""
    counted = account if 0 < account < _LARGEST else _LARGEST - 1
    return _EPOCH + timedelta(milliseconds=counted >> _BITS_BELOW_TIME)


def _rating(rules: EntryRules, rating: int | None) -> Condition | None:
    if rating is None:
        return None if rules.rating_from is None else Condition.UNRATED
    if rules.rating_from is not None and rating < rules.rating_from:
        return Condition.RATED_TOO_LOW
    return Condition.RATED_TOO_HIGH if rules.rating_below is not None and rating >= rules.rating_below else None


# --- what people look at --------------------------------------------------------------------------------------------


PLAYERS_ON_A_PAGE: Final = 40


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A page of a tournament's list (from 0): those with a seat, then those who wait, each in order."""

    tournament: Tournament
    seated: int
    waiting: int
    page: int
    pages: int
    first: int
    """Where the page begins in the whole list, from 0."""
    shown: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Registered:
    """An entry as it stands. `place` counts from 1; `waiting` is the place on the wait list, or None with a seat."""

    entrant: Entrant
    tournament: Tournament
    place: int
    waiting: int | None
    newly: bool
    check_in_opens_at: datetime
    check_in_is_open: bool = False
    is_complete: bool = True
    """Whether nothing has still to be handed in before the entry can be confirmed."""
    person: Person | None = None
    """Who was entered, where somebody else did it."""
    grade: Grade | None = None
    """The confirmed grade of who entered, where the rulebook has grades (GO-25.3)."""
    club_asked: bool = False
    """Whether members of one club are kept apart, so that the entrant may say a club."""
    reminded: bool = False
    """Whether who answers for the entry asked for letters about it."""
    namesakes: tuple[Person, ...] = ()
    """Who is known by name alone and may be who entered."""
    also_in: tuple[Tournament, ...] = ()
    """Other events here whose hours can meet those of this one, and in which the same person is."""
    parts: Parts = NO_PARTS
    """What features show beside it."""


@dataclass(frozen=True, slots=True)
class Removed:
    """An entry that staff takes off the list."""

    tournament: Tournament
    entrant: Entrant
    person: Person

    @property
    def is_told_to_all(self) -> bool:
        """Whether everybody reads the reason, as the rules of an official event ask for (AIJE-D01-2)."""
        return self.tournament.rulebook.official


@dataclass(frozen=True, slots=True)
class AccountsHeld:
    """The accounts of a person, who is None for somebody whom the bot never met, and the sites that matter here."""

    person: Person | None
    accounts: tuple[Account, ...]
    sites: tuple[str, ...]
    own: bool = True
    """Whether the person looks at the own accounts; staff may look at another's."""


@dataclass(frozen=True, slots=True)
class EntryNameAsked:
    """A name that staff typed for an entry, and whom it can mean."""

    tournament: Tournament
    name: str
    alike: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ConditionsAsked:
    """Somebody whom staff would enter lacks what the event asks for: it is done knowingly or not at all."""

    tournament: Tournament
    person: Person
    lacking: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AccountHeld:
    """Somebody else holds the account: staff has been asked, and nobody was entered."""

    claim: AccountClaim
    newly: bool


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """The confirmed entry; `waiting` is its place on the wait list or None; `newly` is False for a second press."""

    entrant: Entrant
    tournament: Tournament
    waiting: int | None
    newly: bool
    fits: bool = True
    """Whether the entry could start as things are now, as a team that fits the ranking."""
