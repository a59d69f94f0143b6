"""A person as the house knows one: offices, grades, accounts, links, claims, and how often an account may act.

Grades are declared or proposed by results, and confirmed before they count (GO-25.3). Who was known by name alone
turns out to be a member by staff's word or by the member's own claim. As long as an association is being founded,
opening lists bring ratings, titles, offices and bars.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.errors import Missing, Refused, Subject, TooLong
from bot.kernel.ids import GuildId, MemberId, PersonId, TournamentId
from bot.play.entries import Tournament
from bot.play.rulebook import Grade, read_promotion

# --- accounts of game sites -----------------------------------------------------------------------------------------


LONGEST_ACCOUNT = 32
"""Characters that an account name may have."""

# Joiners and variation selectors shape letters and emoji without being seen themselves.
_UNSEEN = frozenset("\u034f\u115f\u1160\u200c\u200d\u3164\ufe0e\ufe0f\uffa0")


def clean_account(name: str) -> str:
    """The name as it is kept and shown: trimmed, each inner run of white space one space.

    Raises `Missing` when nothing is left, `TooLong` above 32 characters,
    `AccountHasHiddenCharacters` and `AccountHasNoLetters`.
    """
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not account_key(clean):
        raise Missing(Subject.ACCOUNT)
    if len(clean) > LONGEST_ACCOUNT:
        raise TooLong(Subject.ACCOUNT, LONGEST_ACCOUNT)
    if any(unicodedata.category(character)[0] == "C" and character not in _UNSEEN for character in clean):
        raise Refused("error.AccountHasHiddenCharacters")
    if not any(_says_something(character) for character in clean):
        raise Refused("error.AccountHasNoLetters")
    return clean


def account_key(name: str) -> str:
    """What makes two names one account: NFKC, case folded, white space collapsed, nothing unseen in it.

    A key's key is itself. It may be empty, or longer than the name.
    """
    folded = unicodedata.normalize("NFKC", _visible(name)).casefold()
    # Folding can undo the normal form, and the normal form of some letters is an unseen one.
    return " ".join(_visible(unicodedata.normalize("NFKC", folded)).split())


def _says_something(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "So"


def _visible(text: str) -> str:
    return "".join(character for character in text if character not in _UNSEEN)


# --- offices and capacities -----------------------------------------------------------------------------------------


class Office(StrEnum):
    """The two offices of an association, one person each (AIJE-A01-1)."""

    PRESIDENT = "president"
    LEADER = "leader"


class ArbiterTitle(StrEnum):
    """Arbiter titles, lowest first; every holder sits on the committee (AIJE-A01-1)."""

    ANP = "ANP"
    AN = "AN"
    AJ = "AJ"
    AI = "AI"

    @property
    def rank(self) -> int:
        """0 for the lowest title."""
        return tuple(ArbiterTitle).index(self)


class Capacity(StrEnum):
    """What a person is where the act takes place. Organising is a Discord matter, offices are the registry's."""

    SERVER_OWNER = "server_owner"
    ORGANISER = "organiser"
    PRESIDENT = "president"
    LEADER = "leader"
    ARBITER = "arbiter"
    """Holds an arbiter title."""
    NATIONAL_ARBITER = "national_arbiter"
    """Holds AN or a higher title (AIJE-B01-AN)."""
    JEEK_ARBITER = "jeek_arbiter"
    """Holds AJ or AI (AIJE-B01-AJ)."""
    INTERNATIONAL_ARBITER = "international_arbiter"
    """Holds AI (AIJE-B01-AI)."""
    MATCH_ARBITER = "match_arbiter"
    """Is the arbiter of the match in question."""
    PLAYER_OF_MATCH = "player_of_match"
    EVENT_ARBITER = "event_arbiter"
    """Referees the event in question: has or had a match of it, or is its chief or a deputy (AIJE-D01-2)."""
    CHIEF_ARBITER = "chief_arbiter"
    """Is the chief arbiter of the event in question, or a deputy (GO-30)."""
    PLAYER_OF_EVENT = "player_of_event"
    """Has a place in the event in question, in a team too."""


# --- grades ---------------------------------------------------------------------------------------------------------


def promoted_to(place: int, held: Grade | None, promotions: Iterable[str]) -> Grade | None:
    """The highest grade that the place is proposed for and that is above the one held; None where there is none."""
    read = [one for one in map(read_promotion, promotions) if one is not None]
    reached = [one.grade for one in read if one.first <= place <= one.last]
    best = max(reached, key=lambda grade: grade.strength, default=None)
    if best is None or (held is not None and held.strength >= best.strength):
        return None
    return best


class GradeOrigin(StrEnum):
    """Where a grade comes from."""

    DECLARED = "declared"
    """By the player."""
    PROMOTION = "promotion"
    """By results, as the rulebook says."""


@dataclass(frozen=True, slots=True)
class GradeRecord:
    """A grade of a person: waiting, confirmed, refused or replaced. Only a confirmed one that has not ended counts."""

    grade_id: str
    guild_id: GuildId
    person_id: PersonId
    grade: Grade
    origin: GradeOrigin
    tournament_id: TournamentId
    """The event whose rulebook says who confirms it."""
    said_at: datetime
    confirmed_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.confirmed_at is None and self.ended_at is None


# --- penalties ------------------------------------------------------------------------------------------------------


class Penalty(StrEnum):
    """What a case comes to."""

    DISMISSED = "dismissed"
    WARNED = "warned"
    """A warning on the record."""
    GAME_LOST = "game_lost"
    """The match is lost for the accused, and nothing more (GO-23.1)."""
    BOTH_LOST = "both_lost"
    """The match is lost for both sides (GO-23.1)."""
    PRIZE_WITHHELD = "prize_withheld"
    """The prize of the event is not handed out (GO-23.6)."""
    LOWERED = "lowered"
    """A place lower in the final order of the event (GO-23.6)."""
    DISQUALIFIED = "disqualified"
    """Out of the event that is being played (AIJE-D01-2)."""
    SUSPENDED = "suspended"
    """Barred until a date (AIJE-B01-AJ)."""
    BARRED = "barred"
    """Barred until further notice (AIJE-D01-2)."""
    EXPELLED = "expelled"
    """By a vote of the leader and the President, never by one judge (AIJE-A02-1)."""

    @property
    def severity(self) -> int:
        """How hard it is; 0 for the mildest. They stand here in that order."""
        return tuple(Penalty).index(self)


class PlaceState(StrEnum):
    """What became of a place on a list that a bar had freed."""

    BACK = "back"
    WAITS = "waits"
    """On the list again, at its end: the seat is somebody else's by now."""
    CLOSED = "closed"
    """The event has closed its check-in, or was called off."""
    BARRED = "barred"
    """Another bar holds."""
    TAKEN = "taken"
    """The person has a place in the event under another account."""
    PASSED_ON = "passed_on"
    """The seat that admitted to the event is somebody else's by now."""


@dataclass(frozen=True, slots=True)
class PlaceBack:
    """A place on the list of an event of that name."""

    event: str
    state: PlaceState


# --- persons --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """One human being in one community. `discord_id` is None for who is not in the server."""

    person_id: PersonId
    guild_id: GuildId
    discord_id: MemberId | None
    name: str
    language: str | None
    known_since: datetime
    is_team: bool = False
    """Shown for a team: the name is the team's, all else its captain's."""
    user_name: str | None = None
    """The one that no other account of Discord has."""

    @property
    def plain_name(self) -> str:
        """The name without what tells two of one name apart."""
        return self.name if self.user_name is None else self.name.removesuffix(apart(self.user_name))

    @property
    def told_apart(self) -> str | None:
        """The user name, where the name is another member's too."""
        return None if self.name == self.plain_name else self.user_name


def apart(user_name: str) -> str:
    """What stands behind the name of a member where another one is called the same."""
    return f" ({user_name})"


Someone = tuple[MemberId, str] | PersonId
"""Whom somebody named: a member of the server by id and name, or who is known, with or without Discord."""


# --- members who were known by name ---------------------------------------------------------------------------------


class LinkMeans(StrEnum):
    """What staff's word does."""

    DISCORD = "discord"
    """The name gains the Discord account, and what the member had begun here goes on under it."""
    SAME_PERSON = "same_person"
    """The member has results of their own: both stay, and what holds for one holds for the other."""


@dataclass(frozen=True, slots=True)
class DiscordLink:
    """`person` has the Discord account of `member` from now on; `before` is whom the member was here until then.

    That entry rests: it keeps the name by which the person was known.
    """

    link_id: str
    guild_id: GuildId
    person: PersonId
    member: MemberId
    before: PersonId
    reason: str
    linked_at: datetime
    linked_by: PersonId
    undone_at: datetime | None = None
    undone_by: PersonId | None = None


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """What a word would do, before it is given."""

    person: Person
    """Who is known by name."""
    member: Person
    means: LinkMeans
    rating: float | None
    title: ArbiterTitle | None
    offices: tuple[Office, ...]
    bars: int
    """Bars in force of the two, which hold for the one."""
    moves: tuple[str, ...]
    """Events to come in which the member's place goes over."""
    leaves: tuple[str, ...]
    """Events to come in which both have a place, and the member's own is given up."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with its people. `name` is how the person was known before."""

    link: DiscordLink
    person: Person
    name: str
    by: Person
    undone_by: Person | None = None


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A member says that they are somebody who is known by name; staff decides, and until then nothing changes."""

    claim_id: str
    guild_id: GuildId
    person: PersonId
    claimant: PersonId
    claimed_at: datetime
    decided_at: datetime | None = None
    granted: bool | None = None
    decided_by: PersonId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NameClaimView:
    """A claim as staff and the claimant look at it; `plan` as long as it waits."""

    claim: NameClaim
    name: str
    claimant: Person
    plan: LinkPlan | None = None
    decided_by: Person | None = None


# --- two entries of one person --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Two people are one: what holds against either holds against both, and together they have one place, one voice."""

    link_id: str
    guild_id: GuildId
    first: PersonId
    second: PersonId
    reason: str
    recorded_at: datetime
    recorded_by: PersonId
    undone_at: datetime | None = None
    undone_by: PersonId | None = None
    undo_reason: str | None = None

    @property
    def both(self) -> tuple[PersonId, PersonId]:
        """Whom the word is about."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class SamePersonView:
    """The word with its people, and what it leads to at the moment."""

    link: SamePerson
    people: tuple[Person, Person]
    recorded_by: Person
    undone_by: Person | None
    is_barred: bool
    """Whether a bar holds for both because it holds for one."""
    places: tuple[str, ...]
    """The events whose open lists lost the second place of the two."""
    both_play_in: tuple[str, ...]
    """The events under way in which both have a place; an arbiter decides about them."""
    appeal_by: datetime | None
    back: tuple[PlaceBack, ...] = ()
    """Once it was undone: what became of the places that it had cost."""


# --- accounts and claims to them ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Account:
    """One account of a game site and who holds it; `key` is what makes two spellings the same account."""

    guild_id: GuildId
    site: str
    key: str
    name: str
    person_id: PersonId
    held_from: datetime


@dataclass(frozen=True, slots=True)
class AccountClaim:
    """`claimant` named an account that `holder` holds; staff decides, and until then nothing moves."""

    claim_id: str
    guild_id: GuildId
    site: str
    key: str
    name: str
    claimant: PersonId
    holder: PersonId
    tournament_id: TournamentId | None
    claimed_at: datetime
    decided_at: datetime | None = None
    granted: bool | None = None
    decided_by: PersonId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as staff and the two people concerned look at it."""

    claim: AccountClaim
    claimant: Person
    holder: Person
    tournament: Tournament | None
    """What the claimant wanted to enter, if anything."""
    holder_is_barred: bool
    """Then a bar holds for both, once the account has moved."""
    decided_by: Person | None = None
    entered: bool = False
    """Whether the claimant stands on the list of the tournament."""


FOUNDING_OPEN_FOR: Final = timedelta(days=7)
"""After somebody has said that moving in is done, or after the last of the events that found it."""
# --- the founding of an association ---------------------------------------------------------------------------------


EVENTS: Final = 3
PLAYERS: Final = 8
"""An official event here counts towards the founding from so many players on."""
REOPEN_FOR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Founding:
    """From when on the founding comes to its end."""

    guild_id: GuildId
    ends_from: datetime
    ended_by: PersonId | None
    """Who said so; None where the events did."""


@dataclass(frozen=True, slots=True)
class FoundingView:
    """The founding as everybody reads of it."""

    closes_at: datetime | None
    """None while it goes on without an end."""
    is_over: bool
    by: Person | None = None
    may_finish: bool = False
    """Whether who looks can say that moving in is done."""


# --- how people are shown -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Faces:
    """The small pictures of those who have one, and of whom only a tombstone is left; everybody else has initials."""

    pictures: Mapping[PersonId, bytes] = field(default_factory=dict)
    buried: frozenset[PersonId] = frozenset()


NO_FACES: Final = Faces()


@dataclass(frozen=True, slots=True)
class KnownName:
    """Somebody whom a name can mean; `rating` None without one."""

    person: Person
    rating: float | None


@dataclass(frozen=True, slots=True)
class Erasure:
    """What an erasure means beyond the name: events withdrawn from, offices and title laid down, what stays."""

    playing: tuple[str, ...]
    offices: tuple[Office, ...]
    title: ArbiterTitle | None
    account_stays: bool
    """A bar in force, an open case or a vote needs the Discord account's number until it is over."""


OPEN_FOR: Final = timedelta(minutes=15)
"""How long a challenge can be accepted."""


# --- quotas ---------------------------------------------------------------------------------------------------------


class CountedByAccount(StrEnum):
    """What is counted by the account that does it."""

    __said_as__ = "counted"

    ACCOUNT_CLAIM = "account_claim"
    ANSWER = "answer"
    CALL = "call"
    CHALLENGE = "challenge"
    DECK = "deck"
    INVITATION = "invitation"
    NAME_CLAIM = "name_claim"
    RECORDING = "recording"
    REPORT = "report"
    SHARE = "share"
    STATEMENT = "statement"
    SUGGESTION = "suggestion"
    TEAM_PLACE = "team_place"
    WISH = "wish"


@dataclass(frozen=True, slots=True)
class Quota:
    """`most` of them count at a time; each counts for `within`, or less where it waits for an answer and gets one."""

    most: int
    within: timedelta


_DAY: Final = timedelta(days=1)
_LONG: Final = timedelta(days=90)
QUOTAS: Final = {
    CountedByAccount.ACCOUNT_CLAIM: Quota(3, timedelta(days=7)),
    # Of a member to the captain of a team: who changes their mind again and again is heard so often a day.
    CountedByAccount.ANSWER: Quota(6, _DAY),
    # Of one person to another in one matter: the first of a day is heard, further ones are read.
    CountedByAccount.CALL: Quota(1, _DAY),
    CountedByAccount.CHALLENGE: Quota(1, OPEN_FOR),
    CountedByAccount.DECK: Quota(20, _LONG),
    CountedByAccount.INVITATION: Quota(4, _DAY),
    CountedByAccount.NAME_CLAIM: Quota(3, timedelta(days=7)),
    CountedByAccount.RECORDING: Quota(20, _LONG),
    CountedByAccount.REPORT: Quota(3, _LONG),
    CountedByAccount.SHARE: Quota(5, timedelta(minutes=10)),
    CountedByAccount.STATEMENT: Quota(30, _LONG),
    CountedByAccount.SUGGESTION: Quota(3, _LONG),
    # People whom one captain asks into the teams of one event.
    CountedByAccount.TEAM_PLACE: Quota(60, _LONG),
    # Each is told to everybody, and to who can sign.
    CountedByAccount.WISH: Quota(10, _DAY),
}
