"""An act that waits for a second signature: what is wanted, who can sign it, and how that ends (AIJE-A02-1).

One rule says for every act who can sign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final

from bot.kernel.ids import GuildId, PersonId
from bot.kernel.promises import Message, Notified
from bot.people.model import Office, Person

# --- the wish, and who can sign -------------------------------------------------------------------------------------


EVENT_WAITS_FOR: Final = timedelta(hours=24)
"""For so long a wish waits where an event goes on meanwhile; then it lapses."""
LIST_WAITS_FOR: Final = timedelta(days=7)
IN_PUBLIC_FOR: Final = timedelta(days=7)
"""For so long a wish is open to objections where nobody is left who could sign."""
REFUSED_FOR: Final = timedelta(days=30)
"""For so long what was declined, or objected to, is not asked for again."""
LEAST_TO_SIGN: Final = timedelta(hours=1)
"""A wish passes on to nobody who would have less time than this."""
THE_WHOLE_LINE: Final = 1_000_000
REOPEN_FOR: Final = timedelta(hours=1)
"""After an outage so much time is left at the least."""


class Signed(StrEnum):
    """The kinds of act that wait for a second signature."""

    OPENING_LIST = "opening_list"
    PAST_EVENTS = "past_events"
    RATING = "rating"
    OWN_EVENT = "own_event"
    RATING_TERMS = "rating_terms"
    SEAT = "seat"


class WishOutcome(StrEnum):
    """How a wish has ended."""

    __said_as__ = "outcome"

    SIGNED = "signed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """Its asker took it back, or is gone."""
    OBJECTED = "objected"
    UNOPPOSED = "unopposed"
    """Nobody objected in its public days, and it was carried out."""
    LAPSED = "lapsed"
    """Nobody signed in time."""
    VOID = "void"
    """Nobody objected, and by then it could not be carried out any more."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done once it is signed. A subclass has a `kind` and fields that JSON holds: texts, numbers, lists.

    A list comes back as a tuple.
    """

    kind: ClassVar[Signed]


@dataclass(frozen=True, slots=True)
class Signature:
    """One wish on record, as it was asked for, and how it ended."""

    signature_id: str
    guild_id: GuildId
    kind: Signed
    wish: str
    """The fields of the wish, as JSON."""
    asked_by: PersonId
    asked_as_organiser: bool
    """Whether Discord's own rights made the asker an organiser: the registry cannot tell that later."""
    asked_at: datetime
    until: datetime
    """When it lapses, or its public days end, as if there were no outages."""
    in_public: bool = False
    """Nobody is left who could sign: it waits in public, and an objection ends it."""
    passed_on: int = 0
    """How often it has passed on to the next in line."""
    concerned: frozenset[PersonId] = frozenset()
    outcome: WishOutcome | None = None
    ended_by: PersonId | None = None
    ended_at: datetime | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A wish with its people, for a card."""

    signature: Signature
    asker: Person
    signers: tuple[Person, ...]
    """Who can sign now; nobody once it is over, or while it waits in public."""
    following: tuple[Person, ...]
    """Who can sign besides from `passes_at` on."""
    passes_at: datetime | None
    ends_at: datetime
    ended_by: Person | None
    told: object
    """What its feature tells of the wish, for its own rendering."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Everybody in a server who could sign anything: people with a Discord account, who can press.

    Each person is named by one id, whichever of their linked accounts holds what.
    """

    officers: Mapping[Office, PersonId]
    """The holders themselves: a stand-in signs by no right of the office."""
    others: Sequence[PersonId]
    """The arbiters, the longest-serving first, and after them the server's owner."""
    stand_ins: frozenset[tuple[PersonId, PersonId]]
    """Who stands in at present, each with the holder of that office."""

    def holders(self, some: Collection[Office]) -> set[PersonId]:
        """Who holds one of the offices."""
        return {one for office, one in self.officers.items() if office in some}


def who_signs(
    bench: Bench, named: Collection[Office], out: Collection[PersonId], passed_on: int = 0
) -> tuple[PersonId, ...]:
    """Who can sign; nobody in `THE_WHOLE_LINE` where none is left, and then the wish waits in public.

    `named` are the offices that the regulation names for the act, `out` the asker and everybody concerned. Other
    holders of these offices come first, else the longest-serving arbiter, else the owner (AIJE-A02-1); each time the
    wish passes on, one more of the arbiters and the owner. A stand-in for somebody in `out` signs nothing and keeps the
    place in the line: else a President names whoever would sign, to have a friend sign instead.
    """
    barred = {*out, *_of_one_office(bench, out)}
    first = sorted(bench.holders(named) - barred)
    line = [other for other in bench.others if other not in first and other not in out]
    reached = line[: passed_on + (0 if first else 1)]
    return (*first, *(one for one in reached if one not in barred))


def passes_on_at(asked_at: datetime, ends_at: datetime, passed_on: int) -> datetime | None:
    """When the wish passes on once more: each time half of what was left is over; None where too little is left."""
    left = (ends_at - asked_at) / 2 ** (passed_on + 1)
    return None if left < LEAST_TO_SIGN else ends_at - left


def _of_one_office(bench: Bench, out: Collection[PersonId]) -> set[PersonId]:
    """Who stands in for somebody who may not sign, and for whom they stand in: both have one office between them."""
    stand_ins = {one for one, holder in bench.stand_ins if holder in out}
    holders = {holder for one, holder in bench.stand_ins if one in out}
    return stand_ins | holders


# --- what is said ---------------------------------------------------------------------------------------------------


class OfSignature(Message):
    """A message about an act that waits, or waited, for a second person."""

    signature_id: str


class SignatureWanted(OfSignature):
    """To everybody: who asks for what, and who can sign; becomes its panel."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("sign", "sign-object")

    by_name: bool = False
    """Whether it asks people by name; where it waits in public, everybody can object."""

    @property
    def has_to_call(self) -> bool:
        """Where everybody can object, nobody is asked by name."""
        return self.by_name


class SignatureLetter(OfSignature):
    """To each who can sign."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("sign",)


class SignaturePassedOn(OfSignature):
    """To everybody: nobody has signed so far, and who can sign now besides."""

    NOTIFIES = Notified.NOBODY

    people: tuple[str, ...] = ()
    """The ids of who can sign now besides."""


class SignatureEnded(OfSignature):
    """To everybody, and by letter to who asked: how it has ended."""

    NOTIFIES = Notified.READER
